import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpired } from '#domain/delete-expired.server.ts'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { intentFor, payByCard, setFaults, simulatorOf, WITHOUT_WEBHOOKS } from '../support/card-payments.ts'
import { order, stockProduct } from '../support/orders.ts'
import { expectProblem } from '../support/problem.ts'
import { stripeAt } from '../support/running-simulator.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

const DECLINED = '4000000000000002'
const LIMITS = { LIMIT_DECLINES_PER_ORDER: '10', LIMIT_DECLINES_PER_ACCOUNT: '20' }
let store: TestStore
let productId: string

beforeAll(async () => {
  store = await openTestStore(LIMITS)
  productId = await stockProduct(store, { price: 25.5, available: 1000 })
})
afterAll(() => store.close())

const askFor = (person: User, orderId: string) =>
  person.call('POST', '/create-payment-intent', { orderId, totalPrice: 25.5 })
const statusOf = async (intentId: string) =>
  (await stripeAt(simulatorOf(store)).paymentIntents.retrieve(intentId)).status
/** Tries this many declined cards on an order's payment. */
async function decline(person: User, orderId: string, times: number, faults = ''): Promise<string> {
  const intent = await intentFor(person, orderId)
  for (let i = 0; i < times; i += 1)
    expect((await payByCard(store, intent, DECLINED, faults)).status, `card ${i + 1}`).toBe(402)
  return intent.id
}

test('the tenth declined card of an order cancels its payment at the provider, for a day', async () => {
  const customer = await signIn(store)
  const id = await order(customer, productId)
  const intent = await intentFor(customer, id)
  await decline(customer, id, 9)
  expect((await askFor(customer, id)).status).toBe(201)
  await decline(customer, id, 1)
  await expect.poll(() => statusOf(intent.id)).toBe('canceled')
  expect(await payByCard(store, intent, '4242424242424242')).toMatchObject({ status: 400 })
  const refused = await askFor(customer, id)
  expectProblem(refused, 429, 'too_many_declines')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  expect(refused.body.detail).toMatch(/declined for this order/)
  expect((await askFor(customer, await order(customer, productId))).status, 'another order').toBe(201)
  await sql`update payment_declines set at = at - interval '1 day' where order_id = ${id}`.execute(store.db)
  expect((await askFor(customer, id)).status, 'a day later').toBe(201)
})

test('a decline is deleted after two days', async () => {
  const customer = await signIn(store)
  const id = await order(customer, productId)
  await decline(customer, id, 1, WITHOUT_WEBHOOKS)
  await processProviderEvents(store.shop)
  const storedAfter = async (hours: number) => {
    await sql`update payment_declines set at = now() - ${hours} * interval '1 hour' where order_id = ${id}`.execute(
      store.db,
    )
    await deleteExpired(store.shop)
    return store.db.selectFrom('payment_declines').select('event_id').where('order_id', '=', id).execute()
  }
  expect(await storedAfter(47)).toHaveLength(1)
  expect(await storedAfter(49)).toEqual([])
})

test('declines whose webhooks are lost are counted before a payment is returned again', async () => {
  const customer = await signIn(store)
  const id = await order(customer, productId)
  const intentId = await decline(customer, id, 10, WITHOUT_WEBHOOKS)
  expect(await statusOf(intentId)).toBe('requires_payment_method')
  expectProblem(await askFor(customer, id), 429, 'too_many_declines')
  expect(await statusOf(intentId)).toBe('canceled')
})

test('declines are counted when the provider does not have the intent of another event', async () => {
  const customer = await signIn(store)
  const id = await order(customer, productId)
  const intentId = await decline(customer, id, 10, WITHOUT_WEBHOOKS)
  const lost = `evt_of_${intentId}`
  await sql`
    insert into simulator.events (id, type, payload, deliveries_due)
    select ${lost}, 'payment_intent.succeeded',
           replace(replace(payload, ${intentId}, 'pi_unknown'), 'payment_intent.payment_failed', 'payment_intent.succeeded'), 0
    from simulator.events where payload like ${`%${intentId}%`} limit 1`.execute(store.db)
  try {
    // The provider says that it has no such intent: an answer, not a failure (decision 141).
    await processProviderEvents(store.shop)
  } finally {
    await sql`delete from simulator.events where id = ${lost}`.execute(store.db)
  }
  expect(await statusOf(intentId)).toBe('canceled')
})

test('a decline counts once, however often and by whatever way its event arrives', async () => {
  const customer = await signIn(store)
  const id = await order(customer, productId)
  await decline(customer, id, 9, 'duplicate-webhook=always')
  await Promise.all([processProviderEvents(store.shop), processProviderEvents(store.shop)])
  await processProviderEvents(store.shop)
  expect((await askFor(customer, id)).status).toBe(201)
})

test('the twentieth declined card of a customer in a day cancels all of their payments, in every process', async () => {
  const [customer, other] = [await signIn(store), await signIn(store)]
  const ids = [
    await order(customer, productId),
    await order(customer, productId),
    await order(customer, productId),
  ]
  const intents: string[] = []
  for (const [i, id] of ids.entries()) intents.push(await decline(customer, id, [9, 9, 1][i] ?? 0))
  expect((await askFor(customer, ids[2] ?? '')).status).toBe(201)
  await decline(customer, ids[2] ?? '', 1)
  for (const intent of intents) await expect.poll(() => statusOf(intent)).toBe('canceled')
  const next = await order(customer, productId)
  const secondStore = await openSecondStore(store, LIMITS)
  try {
    for (const at of [store, secondStore]) {
      const refused = await fetch(`${at.url}/create-payment-intent`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${customer.token}` },
        body: JSON.stringify({ orderId: next, totalPrice: 25.5 }),
      })
      expect(refused.status).toBe(429)
    }
  } finally {
    await secondStore.close()
  }
  expect(
    (await askFor(other, await order(other, productId))).status,
    'other customers are not affected',
  ).toBe(201)
})

test('a good card pays after some declined ones', async () => {
  const customer = await signIn(store)
  const id = await order(customer, productId)
  await decline(customer, id, 9)
  await setFaults(store, '')
  const intent = await intentFor(customer, id)
  expect((await payByCard(store, intent)).intent.status).toBe('succeeded')
  await expect.poll(async () => (await customer.call('GET', `/payment/${id}`)).body.paid).toBe(true)
})
