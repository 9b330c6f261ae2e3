import { inDatabase } from './support/database.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

// A store of its own: the table would hide the products of other tests.
test.use({ storeEnv: { SWEEP_SECONDS: '3' } })

test('An admin with more products than the table holds finds the oldest by search', async ({
  page,
  store,
}) => {
  await inDatabase(
    store,
    `insert into products (name, brand, category, part_number, picture, about, price_cents, available, min_order, created_at)
     select case when i = 1 then 'Bellows' else 'Grommet ' || i end, 'Halden', 'Engine', case when i = 1 then 'BX-77' else '' end,
       (select picture from products limit 1), 'A part.', 100, 9, 1, timestamptz '2026-01-01' + i * interval '1 second'
     from generate_series(1, 2002) i`,
  )
  await logIn(page, demoAdmin, '/dashboard/manageProducts')
  await expect(page.getByText('These are the newest 2,000 products.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^All/ })).toHaveText(/2000$/)

  const rows = page.getByRole('table', { name: 'Products' }).getByRole('row')
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill('grommet')
  await expect(page.getByText('These are the newest 2,000 that match.')).toBeVisible()
  for (const words of ['bellows', 'bx77']) {
    await search.fill(words)
    await expect(rows.filter({ hasText: 'Bellows' })).toBeVisible()
    await expect(rows).toHaveCount(2)
    await expect(page.getByText('These are the newest')).toHaveCount(0)
  }
  await search.fill('')
  await expect(page.getByText('These are the newest 2,000 products.')).toBeVisible()
})
