import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/accessible.ts'
import { addProduct, placeOrder } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, adminOf, demoAdmin, logIn } from './support/users.ts'

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
