import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { intentFor, payByCard, setFaults, simulatorOf } from '../support/card-payments.ts'
import { expectInvariants } from '../support/invariants.ts'
import { msOf } from '../support/ms-of.ts'
import { order, stockProduct } from '../support/orders.ts'
import { expectProblem } from '../support/problem.ts'
import { stripeAt } from '../support/running-simulator.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { caller, type User, signIn } from '../support/users.ts'

/**
 * Single bad responses are tested in faults-provider-responses.test.ts. Here: the store's own timeouts, and
 * long outages.
 */
const NO_WEBHOOKS = 'lose-webhook=always'
const HANGING = 50

let store: TestStore
let buyer: User
let product: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: NO_WEBHOOKS, SWEEP_SECONDS: '1' })
  buyer = await signIn(store)
  product = await stockProduct(store, { price: 12, available: 1000 })
})
afterAll(async () => {
  await setFaults(store, '')
  await expectInvariants(store.databaseUrl)
  await store.close()
})

const requestIntent = (orderId: string) =>
  buyer.call('POST', '/create-payment-intent', { orderId, totalPrice: 12 })
const isPaid = async (id: string): Promise<boolean> => (await buyer.call('GET', `/payment/${id}`)).body.paid
/** Waits until another payment succeeds: the circuit is closed again. */
async function healthyAgain(): Promise<void> {
  const id = await order(buyer, product)
  await expect.poll(async () => (await requestIntent(id)).status).toBe(201)
}

test(`while the provider takes 30 s to respond, ${HANGING} payments time out, and everything else works`, async () => {
  const orders = await Promise.all(Array.from({ length: HANGING }, () => order(buyer, product)))
  const another = await order(buyer, product)
  await setFaults(store, `${NO_WEBHOOKS};delay=30000`)
  const alone = await msOf(requestIntent(another))
  let hanging = HANGING
  const requests = Promise.all(
    orders.map(async (id) => {
      const asking = await msOf(requestIntent(id))
      hanging -= 1
      return asking
    }),
  )
  const visitor = caller(store)
  // Lists that are not cached yet: they need the database.
  const others = await Promise.all([
    visitor('GET', '/products?limit=7'),
    visitor('GET', '/reviews?limit=7'),
    buyer.call('GET', `/order/${buyer.email}`),
    order(buyer, product).then(() => ({ status: 200 })),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(hanging).toBe(HANGING)
  for (const { result, ms } of await requests) {
    expectProblem(result, 504, 'provider_timeout')
    // They wait for the processor too, but not for each other.
    expect(ms).toBeLessThan(alone.ms * 2.4)
  }
  await setFaults(store, NO_WEBHOOKS)
  await healthyAgain()
})

test('while the provider takes 3 s per response, an API call with two provider calls ends at its limit', async () => {
  const id = await order(buyer, product)
  await setFaults(store, `${NO_WEBHOOKS};delay=3000`)
  await sql`insert into payments (order_id, amount_cents) values (${id}, 1200)`.execute(store.db)
  // It retrieves the payment whose response was lost, then cancels it: each within the limit of one call;
  // both would succeed.
  expectProblem(await buyer.call('DELETE', `/order/${id}`), 504, 'provider_timeout')
  await setFaults(store, NO_WEBHOOKS)
  await expect.poll(async () => (await buyer.call('DELETE', `/order/${id}`)).status).toBe(200)
})

test('a payment succeeds by a retry when the provider fails once', async () => {
  const id = await order(buyer, product)
  await healthyAgain()
  await setFaults(store, `${NO_WEBHOOKS};error=once,on=create`)
  expect((await requestIntent(id)).status).toBe(201)
})

test('during a long outage of the provider payments are refused, orders work, and one intent is created once it is back', async () => {
  const id = await order(buyer, product)
  await setFaults(store, `${NO_WEBHOOKS};error=always`)
  for (let i = 0; i < 8; i += 1) expectProblem(await requestIntent(id), 503, 'provider_unavailable')
  await order(buyer, product)
  await setFaults(store, NO_WEBHOOKS)
  await healthyAgain()
  expect((await requestIntent(id)).status).toBe(201)
  const { data } = await stripeAt(simulatorOf(store)).paymentIntents.list({ limit: 100 })
  expect(data.filter(({ metadata }) => metadata['order_id'] === id)).toHaveLength(1)
})

describe('the browser dies after the charge and the webhook is lost', () => {
  test('the order shows as paid within a minute, even behind a payment that the provider refuses to return', async () => {
    await healthyAgain()
    const [refused, paid] = [await order(buyer, product), await order(buyer, product)]
    await intentFor(buyer, refused)
    await sql`update payments set intent_id = 'pi_never_was' where order_id = ${refused}`.execute(store.db)
    await payByCard(store, await intentFor(buyer, paid))
    expect(await isPaid(paid)).toBe(false)
    await expect.poll(() => isPaid(paid), { timeout: 60_000, interval: 250 }).toBe(true)
    expect(await isPaid(refused)).toBe(false)
  })
})
