import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { order } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  const key = '00000000000000000000000000000000-1200x900'
  await store.db.insertInto('images').values({ key, width: 1200, height: 900, uploaded_by: null }).execute()
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

const values = {
  name: 'Unitword Pads',
  picture: '/images/00000000000000000000000000000000-1200x900.webp',
  about: 'A part.',
  price: 40,
  minOrder: 1,
}
const add = (given: object) => admin.call('POST', '/product', { available: 9, ...values, ...given })
const unitOf = async (id: string) => (await admin.call('GET', `/product/${id}`)).body.unit

test('a part states its unit, including in lists and searches', async () => {
  const { body } = await add({ unit: ' set  of 4 ' })
  expect(await unitOf(body.insertedId)).toBe('set of 4')
  const [listed] = (await caller(store)('GET', '/products?limit=1')).body
  expect(listed).toMatchObject({ _id: body.insertedId, unit: 'set of 4' })
  const { items } = (await caller(store)('GET', '/catalogue/search?q=Unitword')).body
  expect(items).toMatchObject([{ _id: body.insertedId, unit: 'set of 4' }])
})

test('a part without a unit, or with a blank one, is sold by the piece', async () => {
  for (const given of [{}, { unit: ' ' }])
    expect(await unitOf((await add(given)).body.insertedId)).toBe('piece')
})

test('an edit changes the unit, or keeps it if none is given; the audit has both', async () => {
  const id = (await add({ unit: 'pair' })).body.insertedId
  const edit = (given: object) => admin.call('PUT', `/product/${id}`, { ...values, ...given })
  expect((await edit({ price: 41 })).body).toEqual({ modifiedCount: 1 })
  expect(await unitOf(id)).toBe('pair')
  expect((await edit({ price: 41, unit: 'kit' })).body).toEqual({ modifiedCount: 1 })
  expect(await unitOf(id)).toBe('kit')
  const { facts } = await store.db
    .selectFrom('audit_entries')
    .select(sql<object>`jsonb_build_array(before->'unit', after->'unit')`.as('facts'))
    .where('subject', '=', `product:${id}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(facts).toEqual(['pair', 'kit'])
})

test('a unit of more than 30 characters is refused, and changes nothing', async () => {
  const response = await add({ unit: 'x'.repeat(31), name: 'Toolong' })
  expectProblem(response, 422, 'invalid_input')
  expect(response.body.errors).toMatchObject([
    { field: 'unit', message: 'Please keep this to 30 characters' },
  ])
  expect((await caller(store)('GET', '/catalogue/search?q=Toolong')).body.items).toEqual([])
})

test('an order states its quantity in the unit of that day, including in its emails', async () => {
  const { insertedId } = (await add({ unit: 'set of 4', name: 'Unitorder Pads' })).body
  const customer = await signIn(store)
  const id = await order(customer, insertedId, 2)
  await admin.call('PUT', `/product/${insertedId}`, { ...values, name: 'Unitorder Pads', unit: 'pair' })
  expect((await customer.call('GET', `/orders/${id}`)).body).toMatchObject({ orderQty: 2, unit: 'set of 4' })
  expect((await admin.call('GET', '/orders')).body[0]).toMatchObject({ _id: id, unit: 'set of 4' })
  await sendOrderMails(store)
  await expect
    .poll(async () => (await mailsTo(store, customer.email))[0]?.text)
    .toContain('Quantity: 2 sets of 4')
  await expect(
    store.db.updateTable('orders').set({ unit: 'pair' }).where('id', '=', id).execute(),
  ).rejects.toThrow('an order only moves forward')
})
