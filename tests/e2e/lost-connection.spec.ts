import { waitForHydration, visit } from './support/hydration.ts'
import { press } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

test('A page whose data cannot be loaded shows an error, and the navbar still works', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  await visit(page, '/contactUs')
  await waitForHydration(page)
  await page.route(/\/parts\.data/, (request) => request.abort())
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Parts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/We can’t reach the store\./)
  await bar.getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
})

test('A screen that loads after a retry focuses its heading', async ({ page, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED .*\/audit\b/)
  await page.route(/\/audit\?/, (route) => route.abort(), { times: 1 })
  await logIn(page, demoAdmin, '/dashboard/audit')
  await press(page, page.getByRole('main').getByRole('button', { name: 'Try again' }))
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused()
})
