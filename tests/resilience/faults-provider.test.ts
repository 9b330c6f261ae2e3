import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { intentFor, payByCard, setFaults, simulatorOf } from '../support/card-payments.ts'
import { order, stockProduct } from '../support/orders.ts'
import { expectInvariants } from '../support/invariants.ts'
import { type Answer, caller, type User, signIn } from '../support/users.ts'
import { expectProblem } from '../support/problem.ts'
import { stripeAt } from '../support/running-simulator.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** What single bad answers lead to stands in faults-provider-answers.test.ts. Here: the store's own limits, and minutes. */
const UNHEARD = 'lose-webhook=always'
/** A payer waits no longer than this for a response, whatever the provider does. */
const ANSWER_MS = 6_000
const HANGING = 50
/** Concurrent payers wait for the processor too, on a machine that runs other tests. */
const MANY_ANSWERS_MS = 12_000

let store: TestStore
let buyer: User
let product: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: UNHEARD, SWEEP_SECONDS: '1' })
  buyer = await signIn(store)
  product = await stockProduct(store, { price: 12, available: 1000 })
})
afterAll(async () => {
  await setFaults(store, '')
  await expectInvariants(store.databaseUrl)
  await store.close()
})

const ask = (orderId: string) => buyer.call('POST', '/create-payment-intent', { orderId, totalPrice: 12 })
const isPaid = async (id: string): Promise<boolean> => (await buyer.call('GET', `/payment/${id}`)).body.paid
/** Another payment goes through: the circuit is closed again. */
async function healthyAgain(): Promise<void> {
  const id = await order(buyer, product)
  await expect.poll(async () => (await ask(id)).status, { timeout: 20_000 }).toBe(201)
}

async function timed(call: Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const begun = performance.now()
  const answer = await call
  return { answer, ms: performance.now() - begun }
}

test(`the provider answers after 30 s: ${HANGING} payments time out, and everything else works`, async () => {
  const orders = await Promise.all(Array.from({ length: HANGING }, () => order(buyer, product)))
  await setFaults(store, `${UNHEARD};delay=30000`)
  let hanging = HANGING
  const asked = Promise.all(
    orders.map(async (id) => {
      const asking = await timed(ask(id))
      hanging -= 1
      return asking
    }),
  )
  const visitor = caller(store)
  // Lists that are not in memory yet: they need the database.
  const others = await Promise.all([
    visitor('GET', '/products?limit=7'),
    visitor('GET', '/reviews?limit=7'),
    buyer.call('GET', `/order/${buyer.email}`),
    order(buyer, product).then(() => ({ status: 200 })),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(hanging).toBe(HANGING)
  for (const { answer, ms } of await asked) {
    expectProblem(answer, 504, 'provider_timeout')
    expect(ms).toBeLessThan(MANY_ANSWERS_MS)
  }
  await setFaults(store, UNHEARD)
  await healthyAgain()
})

test('the provider needs 3 s for each answer: an API call with two provider calls still ends within 6 s', async () => {
  const id = await order(buyer, product)
  await setFaults(store, `${UNHEARD};delay=3000`)
  await sql`insert into payments (order_id, amount_cents) values (${id}, 1200)`.execute(store.db)
  // It retrieves the payment with the lost response, then cancels it.
  const { answer, ms } = await timed(buyer.call('DELETE', `/order/${id}`))
  expect(ms).toBeLessThan(ANSWER_MS)
  expectProblem(answer, 504, 'provider_timeout')
  await setFaults(store, UNHEARD)
  await expect
    .poll(async () => (await buyer.call('DELETE', `/order/${id}`)).status, { timeout: 15_000 })
    .toBe(200)
})

test('the provider fails once: the retry succeeds', async () => {
  const id = await order(buyer, product)
  await healthyAgain()
  await setFaults(store, `${UNHEARD};error=once,on=create`)
  expect((await ask(id)).status).toBe(201)
})

test('the provider fails for long: payments are refused, orders go on, and one intent is made once it is back', async () => {
  const id = await order(buyer, product)
  await setFaults(store, `${UNHEARD};error=always`)
  for (let i = 0; i < 8; i += 1) {
    const { answer, ms } = await timed(ask(id))
    expectProblem(answer, 503, 'provider_unavailable')
    expect(ms).toBeLessThan(ANSWER_MS)
  }
  await order(buyer, product)
  await setFaults(store, UNHEARD)
  await healthyAgain()
  expect((await ask(id)).status).toBe(201)
  const { data } = await stripeAt(simulatorOf(store)).paymentIntents.list({ limit: 100 })
  expect(data.filter(({ metadata }) => metadata['order_id'] === id)).toHaveLength(1)
})

describe('the browser dies after the charge and the webhook is lost', () => {
  test('the order shows as paid within a minute, also behind a payment that the provider refuses to talk about', async () => {
    await healthyAgain()
    const [refused, paid] = [await order(buyer, product), await order(buyer, product)]
    await intentFor(buyer, refused)
    await sql`update payments set intent_id = 'pi_never_was' where order_id = ${refused}`.execute(store.db)
    const begun = performance.now()
    await payByCard(store, await intentFor(buyer, paid))
    expect(await isPaid(paid)).toBe(false)
    await expect.poll(() => isPaid(paid), { timeout: 60_000, interval: 250 }).toBe(true)
    expect(performance.now() - begun).toBeLessThan(60_000)
    expect(await isPaid(refused)).toBe(false)
  })
})
