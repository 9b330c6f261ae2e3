import { inDatabase } from './support/database.ts'
import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { callerFor, demoAdmin, logIn, addUser } from './support/users.ts'

test('A part sold by the set is ordered, listed and packed by the set', async ({
  page,
  store,
  newVisitor,
}) => {
  const { id, name } = await addProduct(store, { price: 10, available: 84, minOrder: 2 })
  await inDatabase(store, `update products set unit = 'set of 4' where id = $1`, [id])
  const customer = await addUser(store)
  await logIn(page, customer, `/purchase-product/${id}`)
  await expect(page.getByText('2 to 84 sets')).toBeVisible()
  await expect(page.getByText('Total, 2 sets of 4 × $10.00')).toBeVisible()
  await page.getByLabel('Address').fill('1 Main Street')
  await page.getByLabel('Phone').fill('(217) 555-0100')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^2 sets of 4$/ })).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).last().click()
  await expect(page.getByRole('article', { name })).toContainText('2 sets of 4 × $10.00')
  await page.getByRole('article', { name }).getByRole('link', { name }).click()
  await expect(page.getByRole('definition').filter({ hasText: /^2 sets of 4$/ })).toBeVisible()
  await expect(page.getByText('Price per set of 4')).toBeVisible()

  const [order] = (await (await callerFor(store, customer))('GET', `/order/${customer.email}`)).body
  const counter = await newVisitor()
  await logIn(counter, demoAdmin, '/dashboard/manageAllOrders')
  await expect(counter.getByRole('row').filter({ hasText: name })).toContainText('× 2 sets of 4')
  await counter.goto(`/dashboard/packingSlips?orders=${order.number.replace('DL-', '')}`)
  await expect(counter.getByRole('cell', { name: '2 sets of 4' })).toBeVisible()
})
