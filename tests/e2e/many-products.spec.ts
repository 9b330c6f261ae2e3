import { inDatabase } from './support/database.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

// A store of its own: its counts would be those of other tests.
test.use({ storeEnv: { SWEEP_SECONDS: '3' } })

test('An admin of thousands of products filters, sorts and finds them, and sees how many there are', async ({
  page,
  store,
}) => {
  await inDatabase(
    store,
    `insert into products (name, brand, category, part_number, picture, about, price_cents, available, min_order, created_at)
     select case when i = 1 then 'Bellows' else 'Grommet ' || i end, 'Rubberwerk', 'Engine', case when i = 1 then 'BX-77' else '' end,
       (select picture from products limit 1), 'A part.', 100 + i, case when i = 7 then 0 else 9 end, 1, timestamptz '2026-01-01' + i * interval '1 second'
     from generate_series(1, 2002) i`,
  )
  await logIn(page, demoAdmin, '/dashboard/manageProducts?brand=Rubberwerk')
  const tab = (name: RegExp) =>
    page.getByRole('group', { name: 'Filter products by stock' }).getByRole('button', { name })
  await expect(tab(/^All/)).toHaveText(/2,?002$/)
  await expect(tab(/^Sold out/)).toHaveText(/1$/)
  await expect(page.getByRole('button', { name: 'Download 2,000 products as CSV' })).toBeVisible()

  const rows = page.getByRole('table', { name: 'Products' }).getByRole('row')
  await tab(/^Sold out/).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('Grommet 7')
  await tab(/^All/).click()
  await page.getByRole('button', { name: 'Price' }).click()
  await expect(rows.nth(1)).toContainText('Bellows')

  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill('grommet')
  await expect(tab(/^All/)).toHaveText(/2,?001$/)
  for (const words of ['bellows', 'bx77']) {
    await search.fill(words)
    await expect(rows.filter({ hasText: 'Bellows' })).toBeVisible()
    await expect(rows).toHaveCount(2)
    await expect(tab(/^All/)).toHaveText(/1$/)
  }
})
