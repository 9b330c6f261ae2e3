import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment } from '../../tests/support/card-payments.ts'
import { charge, stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let productId: string

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
  productId = await stockProduct(store, { price: 20, available: 1000 })
})
afterAll(() => store.close())

async function orderWith(customerPhone: string, by: User, { paid = false } = {}): Promise<string> {
  const placed = await by.call('POST', '/order', {
    productId,
    orderQty: 1,
    customerPhone,
    customerAddress: '1 Main Street',
  })
  const id: string = placed.body.insertedId
  if (paid) await confirmPayment(by, id, (await charge(store, by, id)).transactionId)
  return id
}
const idsAt = async (path: string, q: string): Promise<string[]> =>
  (await admin.call('GET', `${path}?q=${encodeURIComponent(q)}`)).body.map(({ _id }: { _id: string }) => _id)

test.each([
  ['(312) 555-0142 ext. 5', ['3125550142', '+1 312 555 0142', '312.555.0142', '1-312-555-0142', '555-0142']],
  ['+1 415-555-0177', ['4155550177', '(415) 555-0177', '14155550177', '555 0177']],
  ['Tel. +49 (0) 30 / 123456-0', ['+49 (0) 30 123456-0', '30 1234560']],
])('orders and customers with the phone %s are found, unpaid and paid', async (phone, searches) => {
  const customer = await signIn(store)
  const profile = { education: 'None', address: '1 Main Street', phone, linkedIn: 'in/me' }
  expect((await customer.call('PUT', `/updateUser/${customer.email}`, profile)).body).toEqual({
    modifiedCount: 1,
  })
  const { id: accountId } = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', customer.email)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  const ids = [
    await orderWith(phone, customer, { paid: true }),
    await orderWith(phone, customer),
  ].toReversed()
  for (const q of searches) {
    expect(await idsAt('/purchases', q), `purchases with ${q}`).toEqual(ids)
    expect(await idsAt('/orders', q), `orders with ${q}`).toEqual(ids)
    expect(await idsAt('/customers', q), `customers with ${q}`).toEqual([accountId])
  }
})

test('fewer than seven digits, and other numbers, find nothing', async () => {
  const customer = await signIn(store)
  await orderWith('(773) 555-0111', customer)
  for (const q of ['550111', '773 555-0112', '+2 773 555 0111', '773 555 0111 x'])
    for (const path of ['/purchases', '/orders', '/customers']) expect(await idsAt(path, q), q).toEqual([])
})

test('a tracking number that may be a phone number finds its order only', async () => {
  const [sender, caller] = [await signIn(store), await signIn(store)]
  const shipped = await orderWith('(217) 555-0100', sender, { paid: true })
  await orderWith('+1 (217) 555-0199', caller)
  const tracking = { carrier: 'Other', trackingNumber: '2175550199' }
  expect((await admin.call('POST', `/purchase/${shipped}/shipments`, { parcels: [tracking] })).status).toBe(
    201,
  )
  expect(await idsAt('/purchases', '2175550199')).toEqual([shipped])
  expect(await idsAt('/orders', '2175550199')).toEqual([shipped])
})
