import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { charge, newKey, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let other: User
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  ;[customer, other, admin] = await Promise.all([
    signIn(store),
    signIn(store),
    signIn(store, { admin: true }),
  ])
})
afterAll(async () => {
  await expectInvariants(store.databaseUrl)
  await store.close()
})

type Movement = {
  _id: string
  at: string
  action: string
  kind: string
  quantity: number
  stock: number
  actor?: { email: string }
  orderId?: string
  orderNumber?: string
}
const list = async (id: string, query = ''): Promise<Movement[]> =>
  (await admin.call('GET', `/product/${id}/stock${query}`)).body
const restock = (id: string, quantity: number) =>
  admin.call('PATCH', `/product/${id}/stock`, { quantity }, newKey())
/** Ends the hold of an order, as if its time were over. */
async function endHold(id: string) {
  await sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${id}`.execute(
    store.db,
  )
  await expireHolds(store.shop)
}

test('every change of the stock is listed, newest first: what, who, how many, and the stock after it', async () => {
  const elsewhere = await stockProduct(store)
  const id = await stockProduct(store, { available: 20 })
  await restock(id, 5)
  const keptOrder = await order(customer, id, 2)
  const sold = await orderPaid(store, other, id)
  await order(customer, elsewhere, 3)
  const deleted = await order(customer, id, 4)
  await admin.call('DELETE', `/order/${deleted}`)
  await restock(id, -6)
  const lapsed = await order(other, id, 3)
  await endHold(lapsed)
  const late = await charge(store, other, lapsed)
  await other.call('PATCH', `/order/${lapsed}`, { transactionId: late.transactionId })

  const rows = await list(id)
  const numbers = rows.filter(({ orderId }) => orderId === sold).map((row) => row.orderNumber)
  const [found] = (await admin.call('GET', `/orders?q=${sold}`)).body
  expect(numbers).toEqual([found.number])
  expect(
    rows.map(({ action, actor, quantity, stock, orderId }) => [
      action,
      actor?.email,
      quantity,
      stock,
      orderId,
    ]),
  ).toEqual([
    ['retake_hold', undefined, -3, 13, lapsed],
    ['lapse_hold', undefined, 3, 16, lapsed],
    ['place_order', other.email, -3, 13, lapsed],
    ['restock_product', admin.email, -6, 16, undefined],
    ['delete_order', admin.email, 4, 22, deleted],
    ['place_order', customer.email, -4, 18, deleted],
    ['place_order', other.email, -1, 22, sold],
    ['place_order', customer.email, -2, 23, keptOrder],
    ['restock_product', admin.email, 5, 25, undefined],
    ['add_product', undefined, 20, 20, undefined],
  ])
  expect((await customer.call('GET', `/product/${id}`)).body.available).toBe(rows[0]?.stock)
  const times = rows.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('the ledger is read page by page, without gaps or repeats, and each page has the stock after each change', async () => {
  const id = await stockProduct(store, { available: 50 })
  for (const quantity of [3, -2, 7, -1, 4]) await restock(id, quantity)
  const all = await list(id)
  expect(all).toHaveLength(6)
  const read: Movement[] = []
  for (;;) {
    const last = read.at(-1)
    const page = await list(id, last ? `?limit=2&after=${last._id}` : '?limit=2')
    if (page.length === 0) break
    read.push(...page)
  }
  expect(read).toEqual(all)
  expect(read.map(({ stock }) => stock)).toEqual([61, 57, 58, 51, 53, 50])
  for (const query of ['?limit=0', '?limit=501', '?after=x', '?after=-1'])
    expectProblem(await admin.call('GET', `/product/${id}/stock${query}`), 422, 'invalid_input')
})

test('only admins can read the ledger, for existing parts, including hidden ones', async () => {
  const id = await stockProduct(store, { hidden: true })
  expect(await list(id)).toHaveLength(1)
  expectProblem(await caller(store)('GET', `/product/${id}/stock`), 401, 'unauthenticated')
  expectProblem(await customer.call('GET', `/product/${id}/stock`), 403, 'forbidden')
  expectProblem(
    await admin.call('GET', '/product/00000000-0000-4000-8000-000000000000/stock'),
    404,
    'not_found',
  )
  expectProblem(await admin.call('GET', '/product/none/stock'), 404, 'not_found')
})
