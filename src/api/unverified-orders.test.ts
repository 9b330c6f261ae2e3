import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { verifyEmail, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let newcomer: User
let another: User
let customer: User

beforeAll(async () => {
  store = await openTestStore()
  newcomer = await signIn(store, { unverified: true })
  another = await signIn(store, { unverified: true })
  customer = await signIn(store)
})
afterAll(() => store.close())

const place = (person: User, productId: string, orderQty: number) =>
  person.call('POST', '/order', {
    productId,
    orderQty,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
const minutesHeld = async (id: string) => {
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from hold_expires_at - now())::float8 / 60 as minutes from orders where id = ${id}`.execute(
    store.db,
  )
  return rows[0]?.minutes ?? 0
}
const endHold = async (id: string) => {
  await sql`update orders set hold_expires_at = now() - interval '1 second' where id = ${id}`.execute(
    store.db,
  )
  await expireHolds(store.shop)
}
const pay = (person: User, orderId: string, totalPrice: number) =>
  person.call('POST', '/create-payment-intent', { orderId, totalPrice })

describe('a customer with an unverified email address', () => {
  test('orders and pays; the pieces are held for an hour, those of others for a day', async () => {
    const productId = await stockProduct(store)
    const held = await minutesHeld(await order(newcomer, productId))
    expect(held).toBeGreaterThan(55)
    expect(held).toBeLessThanOrEqual(60)
    expect(await minutesHeld(await order(customer, productId))).toBeGreaterThan(23 * 60)
    await orderPaid(store, newcomer, productId)
  })

  test('may not order most of a part, at once or bit by bit, and learns what to do', async () => {
    const productId = await stockProduct(store, { available: 28 })
    const refused = await place(newcomer, productId, 28)
    expectProblem(refused, 409, 'email_not_verified')
    expect(refused.body.detail).toContain('Verify your email address to order more')
    expect(refused.body.detail).toContain('at most 14 pieces')
    expect(refused.body.errors).toMatchObject([{ field: 'orderQty', code: 'email_not_verified' }])
    for (const quantity of [10, 3, 1]) expect((await place(newcomer, productId, quantity)).status).toBe(201)
    expectProblem(await place(newcomer, productId, 1), 409, 'email_not_verified')
  })

  test('shares that part with all others like them, beyond one minimum order', async () => {
    const productId = await stockProduct(store, { available: 20, minOrder: 2 })
    expect((await place(newcomer, productId, 10)).status).toBe(201)
    expectProblem(await place(another, productId, 3), 409, 'email_not_verified')
    expect((await place(another, productId, 2)).status).toBe(201)
    expectProblem(await place(another, productId, 2), 409, 'email_not_verified')
    expect((await place(customer, productId, 8)).status).toBe(201)
  })

  test('may order the minimum of a part with little more in stock', async () => {
    const productId = await stockProduct(store, { available: 5, minOrder: 4 })
    expect((await place(newcomer, productId, 4)).status).toBe(201)
  })

  test('gets the share back by paying or deleting, and has no limit once the address is verified', async () => {
    const person = await signIn(store, { unverified: true })
    const productId = await stockProduct(store, { available: 8 })
    await orderPaid(store, person, productId, 4)
    const second = await order(person, productId, 2)
    expectProblem(await place(person, productId, 1), 409, 'email_not_verified')
    await person.call('DELETE', `/order/${second}`)
    await order(person, productId, 2)
    await verifyEmail(store, person)
    const rest = await order(person, productId, 2)
    expect(await minutesHeld(rest)).toBeGreaterThan(60)
  })

  test('renews an expired hold for an hour only, and no more pieces than the share', async () => {
    const productId = await stockProduct(store, { available: 10, price: 10 })
    const first = await order(newcomer, productId, 5)
    await endHold(first)
    const second = await order(newcomer, productId, 5)
    expectProblem(await pay(newcomer, first, 50), 409, 'email_not_verified')
    await endHold(second)
    expect((await pay(newcomer, first, 50)).status).toBe(201)
    expect(await minutesHeld(first)).toBeLessThanOrEqual(60)
  })

  test('gets the same message as others when stock is short', async () => {
    const productId = await stockProduct(store, { available: 3 })
    expectProblem(await place(newcomer, productId, 4), 409, 'insufficient_stock')
  })
})

test('the length and the share are settings', async () => {
  const strict = await openTestStore({ UNVERIFIED_HOLD_MINUTES: '5', UNVERIFIED_SHARE_PERCENT: '10' })
  const person = await signIn(strict, { unverified: true })
  const productId = await stockProduct(strict, { available: 100 })
  expectProblem(await place(person, productId, 11), 409, 'email_not_verified')
  expect((await place(person, productId, 10)).status).toBe(201)
  const { rows } = await sql`
    select from orders where hold_expires_at between now() + interval '4 minutes' and now() + interval '5 minutes'`.execute(
    strict.db,
  )
  expect(rows).toHaveLength(1)
  await strict.close()
})
