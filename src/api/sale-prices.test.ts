import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { order } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  const key = '00000000000000000000000000000000-1200x900'
  await store.db.insertInto('images').values({ key, width: 1200, height: 900, uploaded_by: null }).execute()
  ;[customer, admin] = await Promise.all([signIn(store), signIn(store, { admin: true })])
})
afterAll(async () => {
  await expectInvariants(store.databaseUrl)
  await store.close()
})

const PICTURE = '/images/00000000000000000000000000000000-1200x900.webp'
const values = (given: object) => ({
  name: 'Rotor',
  picture: PICTURE,
  about: 'A part.',
  price: 40,
  minOrder: 1,
  ...given,
})
async function add(given: object): Promise<string> {
  const { status, body } = await admin.call('POST', '/product', { available: 9, ...values(given) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.insertedId
}
const edit = (id: string, given: object) => admin.call('PUT', `/product/${id}`, values(given))
const show = async (id: string) => (await customer.call('GET', `/product/${id}`)).body
const listPrice = async (id: string) => (await show(id)).listPrice

test('a part has a price before its sale, which lists and searches show too, and orders do not use', async () => {
  const id = await add({ name: 'Saleword Rotor', listPrice: 50 })
  expect(await show(id)).toMatchObject({ price: 40, listPrice: 50 })
  const [listed] = (await caller(store)('GET', '/products?limit=1')).body
  expect(listed).toMatchObject({ _id: id, listPrice: 50 })
  const { items } = (await caller(store)('GET', '/catalogue/search?q=Saleword')).body
  expect(items).toMatchObject([{ _id: id, price: 40, listPrice: 50 }])
  const ordered = await order(customer, id, 2)
  expect((await customer.call('GET', `/order/${customer.email}`)).body).toContainEqual(
    expect.objectContaining({ _id: ordered, unitPrice: 40, totalPrice: 80 }),
  )
  expect(await listPrice(await add({}))).toBeUndefined()
})

test('an edit without a price before the sale keeps it, and null ends the sale', async () => {
  const id = await add({ listPrice: 50 })
  expect((await edit(id, { name: 'Drilled rotor' })).body).toEqual({ modifiedCount: 1 })
  expect(await listPrice(id)).toBe(50)
  expect((await edit(id, { name: 'Drilled rotor', listPrice: 60 })).body).toEqual({ modifiedCount: 1 })
  expect(await listPrice(id)).toBe(60)
  expect((await edit(id, { name: 'Drilled rotor', listPrice: null })).body).toEqual({ modifiedCount: 1 })
  expect(await listPrice(id)).toBeUndefined()
  expect((await edit(id, { name: 'Drilled rotor', listPrice: null })).body).toEqual({ modifiedCount: 0 })
})

test('a price that reaches the price before the sale ends the sale, a lower one does not', async () => {
  const id = await add({ listPrice: 50 })
  await admin.call('PATCH', `/product/${id}/price`, { price: 49.99, was: 40 })
  expect(await listPrice(id)).toBe(50)
  await admin.call('PATCH', `/product/${id}/price`, { price: 50, was: 49.99 })
  expect(await listPrice(id)).toBeUndefined()
  const edited = await add({ listPrice: 50 })
  await edit(edited, { price: 55 })
  expect(await show(edited)).toMatchObject({ price: 55 })
  expect(await listPrice(edited)).toBeUndefined()
})

test.each([40, 39.99, 0, -1, 50.001, 'much', 1_000_000])(
  'a price of 40 with %s before the sale is refused, and nothing changes',
  async (wrong) => {
    const id = await add({})
    for (const response of [
      await edit(id, { listPrice: wrong }),
      await admin.call('POST', '/product', { available: 9, ...values({ listPrice: wrong }) }),
    ]) {
      expectProblem(response, 422, 'invalid_input')
      expect(response.body.errors[0]).toMatchObject({ field: 'listPrice' })
    }
    expect(await listPrice(id)).toBeUndefined()
  },
)

test('a sale for a price that another admin has raised is refused, with the price', async () => {
  const id = await add({})
  await admin.call('PATCH', `/product/${id}/price`, { price: 60, was: 40 })
  const response = await edit(id, { listPrice: 50, was: values({}) })
  expectProblem(response, 409, 'product_changed')
  expect(response.body.errors).toMatchObject([
    { field: 'listPrice', message: expect.stringContaining('The price is $60.00 now') },
  ])
})

test('the audit records the price before the sale, old and new', async () => {
  const id = await add({ listPrice: 50 })
  await edit(id, { listPrice: 55 })
  const [entry] = (await admin.call('GET', `/audit?q=${id}`)).body
  expect(entry).toMatchObject({
    action: 'edit_product',
    before: { price: 40, listPrice: 50 },
    after: { price: 40, listPrice: 55 },
  })
})
