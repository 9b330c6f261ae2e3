import { waitForHydration, visit } from './support/hydration.ts'
import { expect, test } from './support/test.ts'

test('A page whose data cannot be loaded says so, and the navbar still works', async ({
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
