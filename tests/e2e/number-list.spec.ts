import { expectAccessible } from './support/accessible.ts'
import { visit } from './support/hydration.ts'
import { expect, test } from './support/test.ts'
import { demoCustomer, fillLogin } from './support/users.ts'

const LIST = 'dl brk 1042 x 3\nNO-SUCH-NUMBER\nDL-IGN-3005,4'

test('A pasted list of part numbers shows price and stock of each, and its quantities go into the orders', async ({
  page,
}) => {
  await visit(page, '/parts')
  await page.getByRole('link', { name: 'Look up a list of part numbers' }).click()
  await page.getByLabel('Part numbers, one per line').fill(LIST)
  await page.getByRole('button', { name: 'Find parts' }).click()
  await expect(page.getByRole('heading', { name: '2 of 3 numbers found' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('2 of 3 numbers found')
  const lines = page.getByRole('region', { name: /numbers found/ }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(0)).toContainText('Ceramic Brake Pads, Front, Compact')
  await expect(lines.nth(0)).toContainText('3 sets of 4 × $38.90')
  await expect(lines.nth(0)).toContainText('$116.70')
  await expect(lines.nth(1)).toContainText('We don’t carry a part with this number.')
  await expect(page.getByLabel('Part numbers, one per line')).toHaveValue(LIST)
  await expectAccessible(page, 'a list of part numbers')

  await lines
    .nth(0)
    .getByRole('link', { name: /^Place Order/ })
    .click()
  await fillLogin(page, demoCustomer)
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3')
  await expect(page.getByRole('main')).toContainText('Total, 3 sets of 4 × $38.90')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('A list of part numbers is looked up', async ({ page }) => {
    await page.goto('/part-list')
    await page.getByLabel('Part numbers, one per line').fill(LIST)
    await page.getByRole('button', { name: 'Find parts' }).click()
    await expect(page.getByRole('heading', { name: '2 of 3 numbers found' })).toBeVisible()
    await expect(page.getByLabel('Part numbers, one per line')).toHaveValue(LIST)
    await page.getByRole('link', { name: 'Search for NO-SUCH-NUMBER' }).click()
    await expect(page).toHaveURL('/parts?q=NO-SUCH-NUMBER')
  })
})
