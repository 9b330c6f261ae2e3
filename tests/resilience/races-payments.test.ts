import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  eventAbout,
  intentFor,
  intentOf,
  payByCard,
  setFaults,
  simulatorOf,
} from '../support/card-payments.ts'
import { order, stockProduct } from '../support/orders.ts'
import { race } from '../support/race.ts'
import { stripeAt } from '../support/running-simulator.ts'
import {
  expectEveryRule,
  openStorePair,
  type StorePair,
  countOutcomes,
  outcomeOf,
} from '../support/store-pair.ts'
import { type User, signIn } from '../support/users.ts'

/** No webhooks but those of the test. */
const NO_WEBHOOKS = 'lose-webhook=always'

let stores: StorePair
let customer: User

beforeAll(async () => {
  stores = await openStorePair({ SIMULATOR_FAULTS: NO_WEBHOOKS })
  customer = await signIn(stores.first)
})
afterEach(async () => {
  await setFaults(stores.first, NO_WEBHOOKS)
  await expectEveryRule(stores.first)
})
afterAll(() => stores.close())

const newOrder = async () => order(customer, await stockProduct(stores.first, { price: 25.5 }))
const askFor = (id: string, at: number) =>
  stores.by(customer, at)('POST', '/create-payment-intent', { orderId: id, totalPrice: 25.5 })
const confirm = (id: string, transactionId: string, at: number) =>
  stores.by(customer, at)('PATCH', `/order/${id}`, { orderId: id, transactionId })
const orderRow = (id: string) =>
  stores.first.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const paymentsOf = (id: string) =>
  stores.first.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('created_at')
    .execute()
const intentsOf = async (id: string) => {
  const found = await sql<{ id: string; client_secret: string; status: string }>`
    select id, client_secret, status from simulator.intents where metadata->>'order_id' = ${id}`.execute(
    stores.first.db,
  )
  return found.rows
}
/** Paid by this transaction, once: one payment, one sale, one audit row. */
async function expectPaidOnce(id: string, transactionId: string): Promise<void> {
  expect(await orderRow(id)).toMatchObject({ transaction_id: transactionId, hold: 'sold' })
  expect(await paymentsOf(id)).toMatchObject([{ state: 'succeeded', intent_id: transactionId }])
  expect(await intentsOf(id)).toMatchObject([{ id: transactionId, status: 'succeeded' }])
}
/** An order that is paid at the provider, without the store's knowledge. */
async function paidUnreported(): Promise<{ id: string; transactionId: string }> {
  const id = await newOrder()
  const intent = await intentFor(customer, id)
  expect((await payByCard(stores.first, intent)).intent.status).toBe('succeeded')
  return { id, transactionId: intent.id }
}

describe('starting the payment of an order', () => {
  test('returns the same intent to two concurrent processes', () =>
    race(10, async ({ number, together }) => {
      const id = await newOrder()
      const responses = await together(
        Array.from({ length: 2 + (number % 5) }, (_, i) => () => askFor(id, number + i)),
      )
      expect(new Set(responses.map(outcomeOf))).toEqual(new Set(['201']))
      const [intent, ...more] = await intentsOf(id)
      expect(more).toEqual([])
      expect(new Set(responses.map(({ body }) => body.clientSecret))).toEqual(
        new Set([intent?.client_secret]),
      )
      expect(await paymentsOf(id)).toMatchObject([{ state: 'live', intent_id: intent?.id }])
    }))

  test('returns the same intent to two concurrent processes while the provider takes two and a half seconds', async () => {
    await setFaults(stores.first, `${NO_WEBHOOKS};delay=2500,times=1,on=create`)
    await race(1, async ({ together }) => {
      const id = await newOrder()
      // As many per process as run together: more would wait, almost as long as they may.
      const responses = await together(Array.from({ length: 4 }, (_, i) => () => askFor(id, i)))
      expect(countOutcomes(responses)).toEqual({ '201': 4 })
      expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
      expect(await intentsOf(id)).toHaveLength(1)
    })
  })

  test('returns one new intent to many concurrent calls after a cancellation at the provider', () =>
    race(5, async ({ number, together }) => {
      const id = await newOrder()
      const first = await intentFor(customer, id)
      await stripeAt(simulatorOf(stores.first)).paymentIntents.cancel(first.id)
      const responses = await together(Array.from({ length: 8 }, (_, i) => () => askFor(id, number + i)))
      expect(countOutcomes(responses)).toEqual({ '201': 8 })
      expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
      expect((await paymentsOf(id)).map(({ state }) => state)).toEqual(['canceled', 'live'])
    }))
})

describe('news of one payment', () => {
  test('pays once by concurrent PATCH and webhook, and PATCH returns the order as paid', () =>
    race(25, async ({ number, together }) => {
      const { id, transactionId } = await paidUnreported()
      const responses = await together([
        () => confirm(id, transactionId, number),
        () => stores.postWebhook(eventAbout(transactionId), number + 1),
        () => confirm(id, transactionId, number + 1),
      ])
      expect(countOutcomes(responses)).toEqual({ '200': 3 })
      const modified = responses.reduce((sum, { body }) => sum + (body.modifiedCount ?? 0), 0)
      expect(modified, 'one of the two PATCHes gets 1').toBe(1)
      expect((await confirm(id, transactionId, number)).body).toEqual({ modifiedCount: 0 })
      await expectPaidOnce(id, transactionId)
    }))

  test('lets one of many concurrent PATCHes in two processes return modifiedCount 1 after the webhook', () =>
    race(5, async ({ number, together }) => {
      const { id, transactionId } = await paidUnreported()
      expect((await stores.postWebhook(eventAbout(transactionId), number)).status).toBe(200)
      const responses = await together(
        Array.from({ length: 6 }, (_, i) => () => confirm(id, transactionId, i)),
      )
      expect(countOutcomes(responses)).toEqual({ '200': 6 })
      expect(responses.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
    }))

  test('pays once by the same webhook fifty times', () =>
    race(4, async ({ together }) => {
      const { id, transactionId } = await paidUnreported()
      const event = eventAbout(transactionId)
      const responses = await together(
        Array.from({ length: 50 }, (_, i) => () => stores.postWebhook(event, i)),
      )
      expect(countOutcomes(responses)).toEqual({ '200': 50 })
      await expectPaidOnce(id, transactionId)
    }))

  test('leaves the order paid when a failure event comes after the success or with it', () =>
    race(15, async ({ number, together }) => {
      const id = await newOrder()
      const intent = await intentFor(customer, id)
      expect((await payByCard(stores.first, intent, '4000000000000002')).status).toBe(402)
      expect((await payByCard(stores.first, intent)).intent.status).toBe('succeeded')
      const types = [
        'payment_failed',
        'succeeded',
        'created',
        'payment_failed',
        'canceled',
        'requires_action',
      ]
      const responses = await together(
        types.map(
          (type, i) => () => stores.postWebhook(eventAbout(intent.id, `payment_intent.${type}`), number + i),
        ),
      )
      expect(countOutcomes(responses)).toEqual({ '200': types.length })
      await expectPaidOnce(id, intent.id)
      const late = eventAbout(intent.id, 'payment_intent.payment_failed')
      expect(outcomeOf(await stores.postWebhook(late, number))).toBe('200')
      await expectPaidOnce(id, intent.id)
    }))

  test('pays the order, found by its metadata, before or while we record the intent', () =>
    race(25, async ({ number, pick, together }) => {
      const id = await newOrder()
      // The provider has created the intent and delays its response; a client with the secret pays first.
      await setFaults(stores.first, `${NO_WEBHOOKS};slow-reply=${30 + pick(30)},on=create`)
      const asking = askFor(id, number)
      await expect.poll(() => intentsOf(id), { interval: 2 }).toHaveLength(1)
      const [made] = await intentsOf(id)
      const intent = intentOf(made?.client_secret ?? '')
      expect((await payByCard(stores.first, intent)).intent.status).toBe('succeeded')
      const news = await together(
        Array.from({ length: 10 }, (_, i) =>
          i % 3 === 0
            ? () => stores.postWebhook(eventAbout(intent.id), i)
            : () => confirm(id, intent.id, number + i),
        ),
        60,
      )
      expect(countOutcomes(news)).toEqual({ '200': 10 })
      // The state at the request, or paid by now: the same intent is paid once either way.
      expect(['201', '409 already_paid']).toContain(outcomeOf(await asking))
      await expectPaidOnce(id, intent.id)
    }))
})
