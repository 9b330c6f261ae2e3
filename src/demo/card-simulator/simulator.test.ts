import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay } from '../../../tests/support/browser-payer.ts'
import {
  type RunningSimulator,
  runSimulator,
  secretKey,
  stripeAt,
} from '../../../tests/support/running-simulator.ts'
import { createSimulator } from './simulator.ts'

let sim: RunningSimulator
beforeAll(async () => {
  sim = await runSimulator()
})
afterAll(() => sim.stop())

const intentParams = {
  amount: 2500,
  currency: 'usd',
  metadata: { order_id: 'o1', payment_id: 'p1' },
} as const
const newIntent = () => sim.stripe.paymentIntents.create(intentParams)

/** The error that a call of the library ends with. */
async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Stripe.errors.StripeError))
    throw new Error(`Expected an error of Stripe, got ${String(error)}`)
  return error
}

describe('keys', () => {
  test('a wrong and a missing secret key are refused', async () => {
    const wrong = await errorOf(
      stripeAt(sim.base, 'sk_test_of_another_shop').paymentIntents.create(intentParams),
    )
    expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
    expect(wrong.message).not.toContain('somebody_else')
    expect((await fetch(`${sim.base}/v1/payment_intents`)).status).toBe(401)
  })

  test('a publishable key opens one intent by its client secret, shows no metadata, and nothing else', async () => {
    const intent = await newIntent()
    const url = `${sim.base}/v1/payment_intents/${intent.id}?key=pk_test_any`
    const seen = (await (await fetch(`${url}&client_secret=${intent.client_secret}`)).json()) as object
    expect(seen).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
    expect(seen).not.toHaveProperty('metadata')
    expect((await fetch(`${url}&client_secret=wrong`)).status).toBe(400)
    expect((await fetch(`${sim.base}/v1/payment_intents?key=pk_test_any`)).status).toBe(401)
    const cancel = { method: 'POST', body: new URLSearchParams({ key: 'pk_test_any' }) }
    expect((await fetch(`${sim.base}/v1/payment_intents/${intent.id}/cancel`, cancel)).status).toBe(401)
    expect((await pay(sim.base, { ...intent, client_secret: 'wrong' }, '4242424242424242')).status).toBe(400)
  })
})

describe('idempotency keys', () => {
  test('the same key and parameters return the same intent, other parameters are refused', async () => {
    const key = { idempotencyKey: 'same-key' }
    const first = await sim.stripe.paymentIntents.create(intentParams, key)
    const second = await sim.stripe.paymentIntents.create(intentParams, key)
    expect(second).toEqual(first)
    expect(second.lastResponse).toMatchObject({ idempotencyKey: 'same-key' })
    const other = await errorOf(sim.stripe.paymentIntents.create({ ...intentParams, amount: 2600 }, key))
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('twenty concurrent requests with one key create one intent', async () => {
    const before = await countOf('intents')
    const responses = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        sim.stripe.paymentIntents.create(intentParams, { idempotencyKey: 'twenty' }),
      ),
    )
    const ids = new Set(responses.flatMap((a) => (a.status === 'fulfilled' ? [a.value.id] : [])))
    const refusals = responses.flatMap((a) =>
      a.status === 'rejected' ? [(a.reason as { statusCode: number }).statusCode] : [],
    )
    expect(ids.size).toBe(1)
    expect(refusals.every((status) => status === 409)).toBe(true)
    expect((await countOf('intents')) - before).toBe(1)
  })

  test('two stores on one database share the keys', async () => {
    const second = createSimulator({
      pool: sim.pool,
      webhook: { url: () => `${sim.base}/elsewhere`, secret: 'whsec_second' },
      secretKey,
      log: { warn: () => undefined, error: () => undefined },
    })
    const headers = {
      Authorization: `Bearer ${secretKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    const before = await countOf('intents')
    for (let round = 0; round < 20; round += 1) {
      const request = {
        method: 'POST',
        body: 'amount=2500&currency=usd',
        headers: { ...headers, 'Idempotency-Key': `shared-${round}` },
      }
      const responses = await Promise.all([
        fetch(`${sim.base}/v1/payment_intents`, request),
        second.app.request('/v1/payment_intents', request),
      ])
      expect(
        responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
      ).toEqual([])
    }
    await second.stop()
    expect((await countOf('intents')) - before).toBe(20)
  })

  test('while the first request runs, the second gets 409', async () => {
    const headers = { Authorization: `Bearer ${secretKey}`, 'Idempotency-Key': 'slow-key' }
    const body = 'amount=2500&currency=usd'
    const url = `${sim.base}/v1/payment_intents`
    const slow = fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'X-Simulator-Fault': 'delay=400' },
    })
    const second = await eventually(async () => {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { ...headers, 'X-Simulator-Fault': 'error' },
      })
      return response.status === 409 ? response : undefined
    })
    expect(await second.json()).toMatchObject({ error: { code: 'idempotency_key_in_use' } })
    const first = await slow
    expect(first.status).toBe(200)
    const replay = await fetch(url, { method: 'POST', body, headers })
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect(await replay.json()).toEqual(await first.json())
  })
})

describe('intents', () => {
  test('of concurrent confirm and cancel one wins, the intent shows which, and at most one charge exists', async () => {
    for (let round = 0; round < 15; round += 1) {
      const intent = await newIntent()
      const [confirmed, canceled] = await Promise.all([
        pay(sim.base, intent, '4242424242424242'),
        sim.stripe.paymentIntents.cancel(intent.id).then(
          () => true,
          () => false,
        ),
        pay(sim.base, intent, '4000000000000002'),
      ])
      const { status } = await sim.stripe.paymentIntents.retrieve(intent.id)
      expect(status).toBe(canceled ? 'canceled' : 'succeeded')
      expect(confirmed.status).toBe(canceled ? 400 : 200)
      const charges = await sim.stripe.charges.list({ payment_intent: intent.id })
      expect(charges.data.filter((charge) => charge.paid)).toHaveLength(canceled ? 0 : 1)
    }
  })

  test('ten concurrent confirmations charge once', async () => {
    const intent = await newIntent()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => pay(sim.base, intent, '4242424242424242')),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ error }) => error.code === 'payment_intent_unexpected_state')).toHaveLength(9)
  })

  test('a canceled intent accepts no card and cannot be canceled again', async () => {
    const intent = await newIntent()
    expect(await sim.stripe.paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' })
    const refused = await pay(sim.base, intent, '4242424242424242')
    expect(refused.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'canceled' },
    })
    const again = await errorOf(sim.stripe.paymentIntents.cancel(intent.id))
    expect(again.code).toBe('payment_intent_unexpected_state')
  })

  test('the server can confirm with a ready-made card and update an open intent, but not the amount of a paid one', async () => {
    const intent = await newIntent()
    const updated = await sim.stripe.paymentIntents.update(intent.id, {
      amount: 2600,
      metadata: { payment_id: '', x: 'y' },
    })
    expect(updated).toMatchObject({ amount: 2600, metadata: { order_id: 'o1', x: 'y' } })
    expect(updated.metadata).not.toHaveProperty('payment_id')
    await sim.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    const late = await errorOf(sim.stripe.paymentIntents.update(intent.id, { amount: 100 }))
    expect(late.code).toBe('payment_intent_unexpected_state')
  })

  test('lists are paginated, newest first', async () => {
    const made = [await newIntent(), await newIntent(), await newIntent()].map(({ id }) => id)
    const seen: string[] = []
    for await (const intent of sim.stripe.paymentIntents.list({ limit: 2 })) seen.push(intent.id)
    expect(seen.slice(0, 3)).toEqual(made.toReversed())
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('bad input gives 400 or 404, never 5xx', () => {
  test.each(['pi_nothing', '..%2F..%2Fx', '%00', "'; drop table x", 'a'.repeat(3000)])(
    'the id %s',
    async (id) => {
      for (const [method, end] of [
        ['GET', ''],
        ['POST', '/confirm'],
        ['POST', '/cancel'],
      ] as const) {
        const response = await fetch(`${sim.base}/v1/payment_intents/${encodeURIComponent(id)}${end}`, {
          method,
          headers: { Authorization: `Bearer ${secretKey}` },
        })
        expect([400, 404]).toContain(response.status)
        expect(await response.json()).toHaveProperty('error.message')
      }
    },
  )

  test.each([
    'currency=usd',
    'amount=49&currency=usd',
    'amount=100000000&currency=usd',
    'amount=12.5&currency=usd',
    'amount=1e3&currency=usd',
    'amount=500',
    'amount=500&currency=usd&color=red',
    'amount=500&currency=usd&metadata=x',
    'amount=500&currency=usd&description=%00',
    'amount=500&currency=usd&metadata[a][b]=c',
    'amount[x]=500&currency=usd',
    `amount=500&currency=usd&metadata${'[a]'.repeat(40)}=c`,
    'amount=500&currency=usd&__proto__[polluted]=1',
  ])('%s', async (body) => {
    const response = await fetch(`${sim.base}/v1/payment_intents`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(400)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  test('in an unknown path and a body beyond 64 KiB', async () => {
    const headers = { Authorization: `Bearer ${secretKey}` }
    expect((await fetch(`${sim.base}/v1/nothing`, { headers })).status).toBe(404)
    const big = { method: 'POST', headers, body: `description=${'x'.repeat(70_000)}` }
    expect((await fetch(`${sim.base}/v1/payment_intents`, big)).status).toBe(413)
  })
})

describe('refunds', () => {
  test('a charge is refunded once, in full', async () => {
    const intent = await newIntent()
    await pay(sim.base, intent, '4242424242424242')
    const refunds = await Promise.allSettled(
      Array.from({ length: 5 }, () => sim.stripe.refunds.create({ payment_intent: intent.id })),
    )
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const again = await errorOf(sim.stripe.refunds.create({ payment_intent: intent.id }))
    expect(again.code).toBe('charge_already_refunded')
    const [charge] = (await sim.stripe.charges.list({ payment_intent: intent.id })).data
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 2500 })
  })

  test('partial refunds never exceed the charge, and an unpaid intent cannot be refunded', async () => {
    const intent = await newIntent()
    expect((await errorOf(sim.stripe.refunds.create({ payment_intent: intent.id }))).statusCode).toBe(400)
    await pay(sim.base, intent, '4242424242424242')
    await sim.stripe.refunds.create({ payment_intent: intent.id, amount: 1000 })
    expect(
      (await errorOf(sim.stripe.refunds.create({ payment_intent: intent.id, amount: 1501 }))).statusCode,
    ).toBe(400)
    await sim.stripe.refunds.create({ payment_intent: intent.id, amount: 1500 })
    expect((await sim.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2)
  })
})

async function countOf(table: 'intents'): Promise<number> {
  const result = await sim.pool.query<{ count: number }>(
    `select count(*)::int as count from simulator.${table}`,
  )
  return result.rows[0]?.count ?? 0
}

/** Polls until there is a value; the test's own timeout ends it. */
async function eventually<T>(intentParams: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const response = await intentParams()
    if (response !== undefined) return response
  }
}
