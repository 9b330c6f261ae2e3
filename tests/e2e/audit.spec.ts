import { readFile } from 'node:fs/promises'
import { placeOrder, addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, adminOf, demoAdmin, logIn } from './support/users.ts'

test('an admin sees who changed what, before and after, with links to the order and the product', async ({
  page,
  store,
}) => {
  const customer = await addUser(store, 'Ines Castell')
  const product = await addProduct(store, { available: 40, price: 10 })
  const call = adminOf(store)
  expect((await call('PATCH', `/product/${product.id}/stock`, { quantity: 5 })).status).toBe(200)
  const orderId = await placeOrder(store, customer, product, 3)

  await logIn(page, demoAdmin, '/dashboard/audit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit')
  const search = page.getByLabel('Search changes')
  await search.fill(product.id)
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Stock changed')
  await expect(rows.nth(1)).toContainText(demoAdmin.name)
  await expect(rows.nth(1)).toContainText(/In stock: 40 → .*45/)
  await expect(rows.nth(2)).toContainText('Product added')

  await search.fill(customer.email)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Order placed')
  await expect(rows.nth(1)).toContainText('Ines Castell')
  await expect(rows.nth(1)).toContainText('Total: $30.00')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 1 change as CSV' }).click()
  const text = await readFile(await (await started).path(), 'utf8')
  expect(text).toMatch(new RegExp(`Order placed,order,${orderId},.*,${customer.email},.*Total: \\$30\\.00`))
  await page
    .getByRole('group', { name: 'Filter by what changed' })
    .getByRole('button', { name: 'Payments' })
    .click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page.getByText('The newest 50 changes')).toBeVisible()
  await page.getByRole('button', { name: 'Show more changes' }).click()
  await expect(rows).not.toHaveCount(51)

  await page.goto(`/dashboard/audit?q=${orderId}`)
  await page.getByRole('link', { name: product.name }).click()
  await expect(page).toHaveURL(`/dashboard/orders/${orderId}`)
  await expect(page.getByRole('main')).toContainText(customer.email)
  await page.goto(`/dashboard/audit?q=${product.id}&kind=products`)
  await page.getByRole('link', { name: product.name }).first().click()
  await expect(page).toHaveURL(`/dashboard/manageProducts/${product.id}`)
})
