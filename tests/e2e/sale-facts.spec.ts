import { expectAccessible } from './support/accessible.ts'
import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

test('An admin says what shipping and returns need to know of a part, and its page tells buyers', async ({
  page,
  store,
}) => {
  const product = await addProduct(store)
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  await page.getByLabel('Weight').fill('heavy')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText(/Enter a weight such as 2\.5 lb/).first()).toBeVisible()
  await page.getByLabel('Weight').fill('2 lb 8 oz')
  await page.getByLabel('Size').selectOption('Oversize')
  await page.getByLabel('Returns').selectOption('Cannot be returned')
  await page.getByLabel('Core Deposit').fill('$18')
  await page.getByLabel('Bin').fill('A-12')
  await expectAccessible(page, 'the product form')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()

  await page.goto(`/dashboard/manageProducts/${product.id}`)
  await expect(page.getByLabel('Weight')).toHaveValue('2.5 lb')
  await expect(page.getByLabel('Size')).toHaveValue('yes')
  await expect(page.getByLabel('Core Deposit')).toHaveValue('18')
  await expect(page.getByLabel('Bin')).toHaveValue('A-12')

  const listed: { _id: string; slug: string }[] = await (
    await fetch(`${store.url}/products?limit=500`)
  ).json()
  await page.goto(`/parts/${listed.find(({ _id }) => _id === product.id)?.slug}`)
  const part = page.getByRole('region', { name: 'The part' })
  await expect(part).toContainText('+ $18.00 core deposit, refunded when you send back the old part')
  await expect(part).toContainText('Ships by ground only. This part cannot be returned.')
  await expect(part.getByRole('definition').filter({ hasText: '2.5 lb' })).toBeVisible()
  await expectAccessible(page, 'a part with a core deposit')
})
