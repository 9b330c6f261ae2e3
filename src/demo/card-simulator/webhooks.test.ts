import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pay } from '../../../tests/support/browser-payer.ts'
import {
  type RunningSimulator,
  runSimulator,
  secretKey,
  webhookSecret,
} from '../../../tests/support/running-simulator.ts'

let sim: RunningSimulator
beforeEach(async () => {
  sim = await runSimulator()
})
afterEach(() => sim.stop())

const newIntent = () =>
  sim.stripe.paymentIntents.create({ amount: 700, currency: 'usd', metadata: { order_id: 'o1' } })
const about = (intentId: string, type: string) => (event: Stripe.Event) =>
  event.type === type && (event.data.object as { id: string }).id === intentId

test('every change sends a webhook that Stripe’s library accepts', async () => {
  const intent = await newIntent()
  await pay(sim.base, intent, '4000000000000002')
  await pay(sim.base, intent, '4000000000003220')
  await pay(sim.base, intent, '4242424242424242')
  const refund = await sim.stripe.refunds.create({ payment_intent: intent.id })
  const other = await newIntent()
  await sim.stripe.paymentIntents.cancel(other.id)
  for (const type of ['created', 'payment_failed', 'requires_action', 'succeeded'])
    await sim.webhooks.until(1, about(intent.id, `payment_intent.${type}`))
  await sim.webhooks.until(1, about(refund.charge as string, 'charge.refunded'))
  await sim.webhooks.until(1, about(refund.id, 'refund.created'))
  for (const type of ['created', 'canceled'])
    await sim.webhooks.until(1, about(other.id, `payment_intent.${type}`))
  for (const { body, signature } of sim.webhooks.arrived)
    expect(() => sim.stripe.webhooks.constructEvent(body, signature, webhookSecret, 300)).not.toThrow()
  const ids = sim.webhooks.arrived.map(({ event }) => event.id)
  expect(new Set(ids).size).toBe(8)
  const paid = sim.webhooks.arrived.find(({ event }) => event.type === 'payment_intent.succeeded')
  expect(paid?.event.data.object).toMatchObject({
    id: intent.id,
    status: 'succeeded',
    metadata: { order_id: 'o1' },
  })
})

test('a webhook that is not accepted is retried until it is', async () => {
  let refusals = 2
  sim.webhooks.answerWith = () => (refusals-- > 0 ? 500 : 200)
  const intent = await newIntent()
  const [first, ...others] = await sim.webhooks.until(3, about(intent.id, 'payment_intent.created'))
  expect(others.every((event) => event.id === first?.id)).toBe(true)
  await delivered(String(first?.id))
})

test('undelivered webhooks are delivered after a restart', async () => {
  sim.webhooks.answerWith = () => 503
  const intent = await newIntent()
  await sim.webhooks.until(1, about(intent.id, 'payment_intent.created'))
  sim.webhooks.answerWith = () => 200
  await sim.restart()
  const [first, second] = await sim.webhooks.until(2, about(intent.id, 'payment_intent.created'))
  expect(second?.id).toBe(first?.id)
})

test('a lost webhook never arrives, a duplicate arrives twice with one id', async () => {
  const confirm = (intent: Stripe.PaymentIntent, fault: string) =>
    pay(sim.base, intent, '4242424242424242', {}, { 'X-Simulator-Fault': fault })
  const [lost, twice] = [await newIntent(), await newIntent()]
  await confirm(lost, 'lose-webhook')
  await confirm(twice, 'duplicate-webhook')
  const [first, second] = await sim.webhooks.until(2, about(twice.id, 'payment_intent.succeeded'))
  expect(second?.id).toBe(first?.id)
  await eventsDue(0)
  expect(
    sim.webhooks.arrived.filter(({ event }) => about(lost.id, 'payment_intent.succeeded')(event)),
  ).toEqual([])
  expect((await sim.stripe.paymentIntents.retrieve(lost.id)).status).toBe('succeeded')
})

test('a webhook can be delayed', async () => {
  const headers = { Authorization: `Bearer ${secretKey}`, 'X-Simulator-Fault': 'delay-webhook=60000' }
  await fetch(`${sim.base}/v1/payment_intents`, { method: 'POST', headers, body: 'amount=900&currency=usd' })
  const intent = await newIntent()
  await sim.webhooks.until(1, about(intent.id, 'payment_intent.created'))
  await eventsDue(1)
  expect(sim.webhooks.arrived).toHaveLength(1)
})

async function delivered(eventId: string): Promise<void> {
  await expect.poll(async () => (await sim.stripe.events.retrieve(eventId)).pending_webhooks, POLL).toBe(0)
}

/** Polls until that many deliveries are left. */
async function eventsDue(count: number): Promise<void> {
  const due = async () => {
    const result = await sim.pool.query<{ due: number }>(
      'select coalesce(sum(deliveries_due), 0)::int as due from simulator.events',
    )
    return result.rows[0]?.due
  }
  await expect.poll(due, POLL).toBe(count)
}

const POLL = { interval: 20 }
