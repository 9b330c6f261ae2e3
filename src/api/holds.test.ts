import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { confirmPayment, intentFor, payByCard, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { expectPaidOrdersCharged } from '../../tests/support/order-rows.ts'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { countWaiting, queueBehindLock } from '../../tests/support/queue-behind-lock.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let other: User

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  ;[customer, other] = await Promise.all([signIn(store, { name: 'Casey Morgan' }), signIn(store)])
})
afterAll(() => store.close())

const shown = async (id: string) => (await customer.call('GET', `/payment/${id}`)).body
const confirm = (id: string, transactionId: string, person = customer) =>
  confirmPayment(person, id, transactionId)
const available = async (productId: string) =>
  (
    await store.db
      .selectFrom('products')
      .select('available')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
  ).available
const endHold = (id: string) =>
  sql`update orders set hold_expires_at = now() - interval '1 second' where id = ${id}`.execute(store.db)

describe('an expired hold', () => {
  test('releases the pieces once; the order stays listed and can be paid while they are available', async () => {
    const productId = await stockProduct(store, { available: 5 })
    const id = await order(customer, productId, 5)
    await endHold(id)
    await expireHolds(store.shop)
    await expireHolds(store.shop)
    expect(await available(productId)).toBe(5)
    const listed = await shown(id)
    expect(listed).toMatchObject({ paid: false })
    expect(listed.holdExpiresAt).toBeUndefined()
    const intent = await intentFor(customer, id)
    expect(await available(productId)).toBe(0)
    await payByCard(store, intent)
    expect((await confirm(id, intent.id)).body).toEqual({ modifiedCount: 1 })
    expect(await available(productId)).toBe(0)
  })

  test('cannot be paid when the pieces are gone', async () => {
    const productId = await stockProduct(store, { available: 3, price: 10 })
    const id = await order(customer, productId, 3)
    await endHold(id)
    await expireHolds(store.shop)
    await order(other, productId, 1)
    const response = await customer.call('POST', '/create-payment-intent', { orderId: id, totalPrice: 30 })
    expectProblem(response, 409, 'insufficient_stock')
    expect(response.body.detail).toBe('Your Order More Than Our Available Stock')
    expect(await available(productId)).toBe(2)
  })

  test('cancels the open payment first, so that no customer pays for pieces that are gone', async () => {
    const productId = await stockProduct(store, { available: 1 })
    const id = await order(customer, productId, 1)
    const intent = await intentFor(customer, id)
    await endHold(id)
    await expireHolds(store.shop)
    expect((await payByCard(store, intent)).error.code).toBe('payment_intent_unexpected_state')
    expect(await available(productId)).toBe(1)
  })
})

test('two holds of a sold-out part that end together put it back in stock', async () => {
  const productId = await stockProduct(store, { available: 2 })
  const inStock = async () => (await fetch(`${store.url}/catalogue/search?limit=1&stock=in`)).json()
  const { total } = await inStock()
  const ids = [await order(customer, productId), await order(customer, productId)]
  expect(await inStock()).toMatchObject({ total: total - 1 })
  const paused = sql`lock table stock_movements in share mode`
  await queueBehindLock(store.db, paused, 3, async () => {
    const deleting = Promise.all(ids.map((id) => customer.call('DELETE', `/order/${id}`)))
    await expect.poll(() => countWaiting(store.db), { interval: 5 }).toBe(2)
    // What reads the part after the first commit waits for the second.
    await sql`do $$ begin lock table products in access exclusive mode; end $$`.execute(store.db)
    await deleting
  })
  expect(await available(productId)).toBe(2)
  expect(await inStock()).toMatchObject({ total })
})

test('an order returns its pieces to a part that has been restocked to the maximum', async () => {
  const admin = await signIn(store, { admin: true })
  const productId = await stockProduct(store, { available: 1_000_000 })
  const [deleted, expired] = [await order(customer, productId), await order(customer, productId)]
  const restocked = await admin.call('PATCH', `/product/${productId}/stock`, { quantity: 2 })
  expect(restocked.body.available).toBe(1_000_000)
  expect(await customer.call('DELETE', `/order/${deleted}`)).toMatchObject({ status: 200 })
  await endHold(expired)
  await expireHolds(store.shop)
  expect(await available(productId)).toBe(1_000_002)
  const more = await admin.call('PATCH', `/product/${productId}/stock`, { quantity: 1 })
  expect(more.body.detail).toBe('A part can have at most 1,000,000 in stock.')
  const miscounted = await admin.call('PATCH', `/product/${productId}/stock`, { quantity: -1 })
  expect(miscounted.body, 'fewer are always possible').toMatchObject({ available: 1_000_001 })
})

test('charges minus refunds equal the total of the paid orders', async () => {
  await orderPaid(store, customer, await stockProduct(store))
  await expectPaidOrdersCharged(store)
})
