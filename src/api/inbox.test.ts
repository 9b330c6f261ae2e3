import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpired } from '#domain/delete-expired.server.ts'
import { MISSING } from '../../tests/support/call-samples.ts'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, newEmail, PASSWORD, signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

/** Sends a message of the contact form, and returns its id. */
async function write(more: Record<string, string> = {}): Promise<string> {
  const message = { name: 'Vic Visitor', email: newEmail(), message: 'Where is my parcel?' }
  await sql`update identity.attempt set expire = 0`.execute(store.db)
  const response = await caller(store)('POST', '/contact', { ...message, ...more })
  expect(response.status).toBe(201)
  return response.body.insertedId
}
const show = (id: string) => admin.call('GET', `/message/${id}`)
const mark = (id: string, done: boolean) => admin.call('PATCH', `/message/${id}`, { done })
const ids = async (query = '') =>
  (await admin.call('GET', `/messages${query}`)).body.map(({ _id }: { _id: string }) => _id)

test('A message is stored with its topic and the order number as typed', async () => {
  const id = await write({ topic: 'return', orderNumber: ' order no. 4 ' })
  expect((await show(id)).body).toMatchObject({
    _id: id,
    topic: 'return',
    orderNumber: 'order no. 4',
    message: 'Where is my parcel?',
    purchases: [],
    cars: [],
  })
  const plain = (await show(await write())).body
  expect(plain.topic).toBe('other')
  expect(plain).not.toHaveProperty('orderNumber')
})

test('A message with an unknown topic or too long an order number is refused, and stores nothing', async () => {
  const before = (await admin.call('GET', '/messages/counts')).body
  const message = { name: 'Vic', email: newEmail(), message: 'Hello' }
  for (const bad of [{ topic: 'complaint' }, { orderNumber: 'x'.repeat(41) }])
    expectProblem(await caller(store)('POST', '/contact', { ...message, ...bad }), 422)
  expect((await admin.call('GET', '/messages/counts')).body).toEqual(before)
})

test('A message is shown with the order that it names, in any spelling, and the orders and cars of its sender', async () => {
  const customer = await signIn(store)
  const productId = await stockProduct(store)
  const named = await order(customer, productId)
  const other = await order(customer, productId)
  await sql`insert into garage_vehicles (account_id, place, make, model, year)
    select id, 1, 'Honda', 'Civic', 2009 from accounts where email = ${customer.email}`.execute(store.db)
  const { rows } = await sql<{ number: string }>`select number from orders where id = ${named}`.execute(
    store.db,
  )
  const id = await write({ email: customer.email, orderNumber: `# ${rows[0]?.number}` })
  const { body } = await show(id)
  expect(body.purchase).toMatchObject({ _id: named, email: customer.email })
  expect(body.purchases.map(({ _id }: { _id: string }) => _id)).toEqual([other, named])
  expect(body.cars).toMatchObject([{ name: '2009 Honda Civic' }])
  // An admin must be able to tell that the named order is someone else's.
  const stranger = (await show(await write({ orderNumber: `DL-${rows[0]?.number}` }))).body
  expect(stranger.purchase.email).not.toBe(stranger.email)
  expect(stranger.purchases).toEqual([])
})

test('A message that names an order of several parts, or one of its parts, is shown with it once', async () => {
  const customer = await signIn(store)
  const wanted = [{ productId: await stockProduct(store) }, { productId: await stockProduct(store) }]
  const { id, number, total } = await purchase(store, customer, wanted)
  for (const orderNumber of [number, `${number}-2`]) {
    const { body } = await show(await write({ email: customer.email, orderNumber }))
    expect(body.purchase).toMatchObject({ _id: id, number, total, lines: [{}, {}] })
    expect(body.purchases).toEqual([body.purchase])
  }
  expect((await customer.call('DELETE', `/purchase/${id}`)).status).toBe(200)
  const { body } = await show(await write({ email: customer.email, orderNumber: number }))
  expect(body).not.toHaveProperty('purchase')
  expect(body.purchases).toEqual([])
})

test('Messages are open until they are done, can be searched, and every change is in the audit', async () => {
  const word = randomUUID().slice(0, 8)
  const id = await write({ message: `The gasket ${word} leaks`, orderNumber: `X${word}` })
  const counts = async () => (await admin.call('GET', '/messages/counts')).body
  const before = await counts()
  expect(await ids(`?q=${word}`)).toEqual([id])
  expect(await ids(`?q=x${word}`)).toEqual([id])
  expect(await ids(`?q=${word}&status=done`)).toEqual([])
  expect((await mark(id, true)).body).toEqual({ modifiedCount: 1 })
  expect((await mark(id, true)).body).toEqual({ modifiedCount: 0 })
  expect(await ids(`?q=${word}`)).toEqual([])
  expect(await ids(`?q=${word}&status=done`)).toEqual([id])
  expect(await counts()).toEqual({ open: before.open - 1, done: before.done + 1 })
  expect((await mark(id, false)).body).toEqual({ modifiedCount: 1 })
  expect((await show(id)).body).not.toHaveProperty('doneAt')
  const audit = (await admin.call('GET', `/audit?kind=message&q=${id}`)).body
  expect(audit.map(({ action }: { action: string }) => action)).toEqual(['reopen_message', 'finish_message'])
  expect(JSON.stringify(audit)).not.toContain(word)
  expectProblem(await mark(MISSING, true), 404, 'not_found')
  expectProblem(await show('nonsense'), 404, 'not_found')
})

test('Of admins who mark a message at the same moment, one changes it', async () => {
  const id = await write()
  const changed = await Promise.all(Array.from({ length: 6 }, () => mark(id, true)))
  expect(changed.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1)
  expect((await admin.call('GET', `/audit?kind=message&q=${id}`)).body).toHaveLength(1)
})

test('Done messages are deleted after 180 days; open ones stay', async () => {
  const [old, recent, open] = [await write(), await write(), await write()]
  const age = (id: string, days: number) =>
    sql`update contact_messages set created_at = now() - make_interval(days => ${days}::integer),
      done_at = case when done_at is not null then now() - make_interval(days => ${days}::integer) end
      where id = ${id}`.execute(store.db)
  for (const id of [old, recent]) await mark(id, true)
  await age(old, 181)
  await age(recent, 179)
  await age(open, 400)
  await deleteExpired(store.shop)
  expect((await show(old)).status).toBe(404)
  expect((await show(recent)).status).toBe(200)
  expect((await show(open)).status).toBe(200)
})

test('Closing an account deletes the messages of its address, unless the address was never verified', async () => {
  const close = ({ cookie }: User) =>
    caller(store)('POST', '/auth/close-account', { password: PASSWORD }, { cookie })
  const [verified, unverified] = [await signIn(store), await signIn(store)]
  await sql`update accounts set email_verified = true where email = ${verified.email}`.execute(store.db)
  await sql`update accounts set email_verified = false where email = ${unverified.email}`.execute(store.db)
  const own = await write({ email: verified.email })
  const typed = await write({ email: unverified.email })
  expect((await close(verified)).status).toBe(200)
  expect((await close(unverified)).status).toBe(200)
  expect((await show(own)).status).toBe(404)
  expect((await show(typed)).status).toBe(200)
})
