import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/accessible.ts'
import { addProduct, placeOrder } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, adminOf, callerFor, demoAdmin, logIn } from './support/users.ts'

test('One field finds orders, customers and parts from every screen of an admin', async ({ page, store }) => {
  const word = `Q${randomUUID().slice(0, 6)}`
  const customer = await addUser(store, `Nell ${word}`)
  const product = await addProduct(store, { name: `Clutch ${word}`, partNumber: `CL-${word}` })
  const id = await placeOrder(store, customer, product)
  const { number } = (await adminOf(store)('GET', `/orders/${id}`)).body
  await logIn(page, demoAdmin, '/dashboard/audit')
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  const field = sidebar.getByRole('searchbox', { name: 'Find an order, customer or part' })
  await field.fill(word.toLowerCase())
  await page.keyboard.press('Enter')
  const found = (kind: string) =>
    page.getByRole('main').getByRole('list', { name: kind }).getByRole('listitem')
  await expect(found('Orders')).toContainText(`${number}Clutch ${word}`)
  await expect(found('Customers')).toContainText(customer.email)
  await expect(found('Parts')).toContainText(`CL-${word}`)
  await expect(field).toHaveValue(word.toLowerCase())
  await expectAccessible(page, 'what was found')

  await found('Customers').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: `Nell ${word}` })).toBeVisible()
  await expect(field).toHaveValue('')

  // A number in any spelling opens its order.
  await field.fill(number.replace('-', ' ').toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/orders/${id}`)

  await field.fill('no such thing <b>')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing found for “no such thing <b>”' })).toBeVisible()
  await expectAccessible(page, 'nothing found')
})

test('More results than fit lead to the list', async ({ page, store }) => {
  const word = `R${randomUUID().slice(0, 6)}`
  for (let at = 0; at < 6; at++) await addProduct(store, { name: `Hose ${word} ${at}` })
  await logIn(page, demoAdmin, `/dashboard/find?q=${word}`)
  const parts = page.getByRole('main').getByRole('list', { name: 'Parts' }).getByRole('listitem')
  await expect(parts).toHaveCount(5)
  await page.getByRole('link', { name: 'All parts found' }).click()
  await expect(page).toHaveURL(`/dashboard/manageProducts?q=${word}`)
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(6)
})

test('A phone number finds the order and the customer, however it is typed', async ({ page, store }) => {
  const local = String(2_000_000 + Math.floor(Math.random() * 7_000_000))
  const phone = `(309) ${local.slice(0, 3)}-${local.slice(3)}`
  const account = await addUser(store)
  const customer = await callerFor(store, account)
  const product = await addProduct(store)
  const profile = { education: 'None', address: '1 Main Street', phone, linkedIn: 'None' }
  expect((await customer('PUT', `/updateUser/${account.email}`, profile)).status).toBe(200)
  const placed = await customer('POST', '/order', {
    productId: product.id,
    orderQty: 1,
    customerPhone: `+1 ${phone}`,
    customerAddress: '1 Main Street',
  })
  const { number } = (await adminOf(store)('GET', `/orders/${placed.body.insertedId}`)).body
  await logIn(page, demoAdmin, '/dashboard')
  const field = page.getByRole('searchbox', { name: 'Find an order, customer or part' })
  const found = (kind: string) =>
    page.getByRole('main').getByRole('list', { name: kind }).getByRole('listitem')
  for (const typed of [`+1 309 ${local}`, `309.${local}`, `${local.slice(0, 3)}-${local.slice(3)}`]) {
    await field.fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `Found for “${typed}”` })).toBeVisible()
    await expect(found('Orders')).toContainText(number)
    await expect(found('Customers')).toContainText(account.email)
  }
  await page.goto(`/dashboard/customers?q=${encodeURIComponent(phone)}`)
  await expect(page.getByRole('row').filter({ hasText: account.email })).toBeVisible()
  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(phone)}`)
  await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible()
})
