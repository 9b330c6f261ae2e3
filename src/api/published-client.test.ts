import { afterAll, beforeAll, expect, test } from 'vitest'
import { intentOf, payByCard } from '../../tests/support/card-payments.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { insertAccount, type User, signIn } from '../../tests/support/users.ts'

/*
 * The calls as a published front end of this API sends them: form values as text, totals as floating-point
 * products, JSON headers without a body, and no Idempotency-Key. It runs on another host, with an access
 * token of ours.
 */

const ORIGIN = 'https://parts-client.example'
let store: TestStore
let customer: User
let admin: User

beforeAll(async () => {
  store = await openTestStore({ CORS_ORIGINS: ORIGIN })
  ;[customer, admin] = [await signIn(store), await signIn(store, { admin: true })]
})
afterAll(() => store.close())

async function send(person: User | null, method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(store.url + path, {
    method,
    headers: {
      Origin: ORIGIN,
      'Sec-Fetch-Site': 'cross-site',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${person?.token ?? null}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  const json = await response.json()
  expect(response.ok, `${method} ${path}: ${JSON.stringify(json)}`).toBe(true)
  return json
}

test('a customer orders with form values as text, pays by the total alone, and sees the success', async () => {
  // 4.35 × 3 is 13.049999999999999 in the client's arithmetic.
  const id = await stockProduct(store, { price: 4.35, available: 10 })
  const [listed] = await send(null, 'GET', '/products')
  expect(listed.picture).toMatch(/^http:/)
  const product = await send(customer, 'GET', `/product/${id}`)
  const { insertedId } = await send(customer, 'POST', '/order', {
    productId: product._id,
    picture: product.picture,
    productName: product.name,
    totalPrice: product.price * 3,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: '(217) 555-0142',
    customerAddress: '1 Main Street',
    orderQty: '3',
    paid: false,
  })
  const order = await send(customer, 'GET', `/payment/${insertedId}`)
  expect(order).toMatchObject({ orderQty: 3, totalPrice: 13.05 })
  const { clientSecret } = await send(customer, 'POST', '/create-payment-intent', {
    totalPrice: order.totalPrice,
  })
  const paid = await payByCard(store, intentOf(clientSecret))
  const confirmed = await send(customer, 'PATCH', `/order/${insertedId}`, {
    orderId: insertedId,
    transactionId: paid.intent.id,
    productName: order.productName,
    customerName: customer.name,
  })
  expect(confirmed.modifiedCount).toBe(1)
  const [own] = await send(customer, 'GET', `/order/${customer.email}`)
  expect(own).toMatchObject({ _id: insertedId, paid: true })
})

test('a customer deletes an order, writes a review and edits the profile', async () => {
  const id = await stockProduct(store, { price: 104.3 })
  const wish = { customerPhone: '1-217-555-0142', customerAddress: '1 Main Street' }
  const { insertedId } = await send(customer, 'POST', '/order', {
    productId: id,
    orderQty: 1,
    totalPrice: '104.3',
    ...wish,
  })
  expect(await send(customer, 'DELETE', `/order/${insertedId}`)).toEqual({ deletedCount: 1 })
  await send(customer, 'POST', '/review', { name: 'Anyone', text: 'Fits.', rating: '4' })
  expect((await send(null, 'GET', '/reviews'))[0]).toMatchObject({ name: customer.name, rating: 4 })
  await send(customer, 'PUT', `/updateUser/${customer.email}`, {
    education: 'High school',
    address: '1 Main Street',
    phone: '217.555.0142',
    linkedIn: 'linkedin.com/in/robin',
  })
  expect(await send(customer, 'GET', `/user/${customer.email}`)).toMatchObject({ role: 'customer' })
  expect(await send(customer, 'GET', `/admin/${customer.email}`)).toEqual({ admin: false })
})

test('an admin ships and promotes by calls without a body, and adds a product with numbers as text', async () => {
  const [order] = await send(admin, 'GET', '/orders')
  expect(await send(admin, 'PATCH', `/order/shipped/${order._id}`)).toEqual({ modifiedCount: 1 })
  const email = await insertAccount(store)
  expect(await send(admin, 'PUT', `/user/admin/${email}`)).toEqual({ modifiedCount: 1 })
  expect((await send(admin, 'GET', '/users')).map((user: { email: string }) => user.email)).toContain(email)
  const { insertedId } = await send(admin, 'POST', '/product', {
    picture: order.picture,
    name: 'Strut',
    about: 'Front.',
    price: '79.5',
    available: '12',
    minOrder: '2',
  })
  expect((await send(null, 'GET', '/products'))[0]).toMatchObject({
    _id: insertedId,
    price: 79.5,
    available: 12,
    minOrder: 2,
  })
  expect(await send(admin, 'DELETE', `/product/${insertedId}`)).toEqual({ deletedCount: 1 })
})
