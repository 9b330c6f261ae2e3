// Long because it is one list of calls, for the simulator and for Stripe itself, each with the expected
// response. The contract of the card provider. With STRIPE_TEST_SECRET_KEY (a test key of an account that is
// used for nothing else) the list runs at Stripe too; never in CI. The requests and responses are compared
// with the types of Stripe's package and with Stripe's OpenAPI file.

import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSimulator, secretKey, webhookSecret } from '../../../tests/support/running-simulator.ts'
import { openapiCheck } from '../../../tests/support/stripe-api/openapi-check.ts'
import {
  type RecordedCall,
  recordingStripe,
  stripeTestKey,
} from '../../../tests/support/stripe-api/recorded-calls.ts'
import { typeProblems } from '../../../tests/support/stripe-api/types-check.ts'

type Provider = {
  key: string
  base: string | null
  /** Events as they were delivered, with their signatures. */
  delivered(): Promise<{ body: string; signature: string; event: Stripe.Event }[]>
  stop(): Promise<void>
}

async function openSimulator(): Promise<Provider> {
  const sim = await runSimulator()
  return {
    key: secretKey,
    base: sim.base,
    async delivered() {
      const { data } = await sim.stripe.events.list({ limit: 100 })
      await sim.webhooks.until(data.length, () => true)
      return sim.webhooks.arrived
    },
    stop: () => sim.stop(),
  }
}

const realKey = stripeTestKey()
const openStripe = async (key: string): Promise<Provider> => ({
  key,
  base: null,
  // Stripe delivers only to a public URL.
  delivered: async () => [],
  stop: async () => undefined,
})

const providers = [
  { name: 'the simulator', open: openSimulator, isReal: false },
  ...(realKey === null ? [] : [{ name: 'Stripe', open: () => openStripe(realKey), isReal: true }]),
]

describe.each(providers)('$name', ({ open, isReal }) => {
  let provider: Provider
  let stripe: Stripe
  let calls: RecordedCall[]
  const run = crypto.randomUUID()
  const started = Math.floor(Date.now() / 1_000) - 60
  const request = {
    amount: 2500,
    currency: 'usd',
    description: 'Brake pads × 2',
    allowed_payment_method_types: ['card'],
    metadata: { order_id: `order-${run}`, payment_id: `payment-${run}` },
  } satisfies Stripe.PaymentIntentCreateParams

  beforeAll(async () => {
    provider = await open()
    ;({ stripe, calls } = recordingStripe(provider.key, provider.base))
  })
  afterAll(() => provider.stop())

  const newIntent = () => stripe.paymentIntents.create(request)
  const paid = async () =>
    stripe.paymentIntents.confirm((await newIntent()).id, { payment_method: 'pm_card_visa' })
  const last = () => calls.at(-1)

  /** How a call is refused: the error of the library, and the body. */
  async function refusalOf(call: Promise<unknown>) {
    const error: unknown = await call.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`not refused: ${String(error)}`)
    expect(error.message).not.toBe('')
    expect(error.requestId).toMatch(/^req_/)
    const { type, statusCode: status, code, param } = error
    return { type, status, code, param }
  }
  const invalid = (code: string, param?: string, status = 400) => ({
    type: 'StripeInvalidRequestError',
    status,
    code,
    param,
  })

  test('creates an intent that waits for a card, and reads it back', async () => {
    const intent = await newIntent()
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 2500,
      amount_received: 0,
      currency: 'usd',
      description: request.description,
      metadata: request.metadata,
      livemode: false,
      latest_charge: null,
      last_payment_error: null,
      canceled_at: null,
    })
    expect(intent.id).toMatch(/^pi_\w+$/)
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`))
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  test('refuses an intent that it cannot create, with code and parameter', async () => {
    const create = (params: object) =>
      refusalOf(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams))
    expect(await create({ currency: 'usd' })).toEqual(invalid('parameter_missing', 'amount'))
    expect(await create({ amount: 2500 })).toEqual(invalid('parameter_missing', 'currency'))
    expect(await create({ amount: 49, currency: 'usd' })).toEqual(invalid('amount_too_small', 'amount'))
    expect(await create({ amount: 100_000_000, currency: 'usd' })).toEqual(
      invalid('amount_too_large', 'amount'),
    )
    expect(await create({ amount: 12.5, currency: 'usd' })).toEqual(
      invalid('parameter_invalid_integer', 'amount'),
    )
    expect(await create({ amount: 2500, currency: 'usd', color: 'red' })).toEqual(
      invalid('parameter_unknown', 'color'),
    )
  })

  test('finds no intent, charge or event that it did not create', async () => {
    expect(await refusalOf(stripe.paymentIntents.retrieve('pi_none'))).toEqual(
      invalid('resource_missing', 'intent', 404),
    )
    expect(await refusalOf(stripe.charges.retrieve('ch_none'))).toEqual(
      invalid('resource_missing', 'id', 404),
    )
    expect(await refusalOf(stripe.events.retrieve('evt_none'))).toEqual(
      invalid('resource_missing', 'id', 404),
    )
    // As a parameter, it is a bad request.
    expect(await refusalOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).toEqual(
      invalid('resource_missing', 'payment_intent'),
    )
    expect(await refusalOf(stripe.paymentIntents.list({ starting_after: 'pi_none' }))).toEqual(
      invalid('resource_missing', 'starting_after'),
    )
  })

  test('refuses another key', async () => {
    const { stripe: other } = recordingStripe('sk_test_of_another_account', provider.base)
    expect(await refusalOf(other.paymentIntents.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      status: 401,
    })
  })

  test('repeats its response for an idempotency key, and refuses another body with it', async () => {
    const key = { idempotencyKey: `key-${run}` }
    const first = await stripe.paymentIntents.create(request, key)
    expect(last()?.headers.get('idempotent-replayed')).toBeNull()
    const again = await stripe.paymentIntents.create(request, key)
    expect(again).toEqual(first)
    expect(last()?.headers.get('idempotent-replayed')).toBe('true')
    expect(last()?.headers.get('idempotency-key')).toBe(key.idempotencyKey)
    expect(await refusalOf(stripe.paymentIntents.create({ ...request, amount: 2600 }, key))).toMatchObject({
      type: 'StripeIdempotencyError',
      status: 400,
    })
    expect(await refusalOf(stripe.paymentIntents.cancel(first.id, {}, key))).toMatchObject({
      type: 'StripeIdempotencyError',
      status: 400,
    })
    // A declined card is a response: it is repeated, too.
    const declined = () =>
      refusalOf(
        stripe.paymentIntents.confirm(
          first.id,
          { payment_method: 'pm_card_visa_chargeDeclined' },
          { idempotencyKey: `declined-${run}` },
        ),
      )
    const refused = await declined()
    expect(await declined()).toEqual(refused)
    const { data } = await stripe.charges.list({ payment_intent: first.id })
    expect(data).toHaveLength(1)
  })

  test('charges a card: the intent has succeeded, with its charge', async () => {
    const intent = await paid()
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2500, next_action: null })
    const read = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(read.latest_charge).toMatchObject({
      object: 'charge',
      amount: 2500,
      amount_captured: 2500,
      amount_refunded: 0,
      captured: true,
      paid: true,
      refunded: false,
      status: 'succeeded',
      currency: 'usd',
      payment_intent: intent.id,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    })
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', undefined],
  ])('refuses %s with 402 %s, and accepts another card', async (card, code, declineCode) => {
    const { id } = await newIntent()
    expect(await refusalOf(stripe.paymentIntents.confirm(id, { payment_method: card }))).toMatchObject({
      type: 'StripeCardError',
      status: 402,
      code,
    })
    const { error } = (last()?.body ?? {}) as { error: Stripe.StripeRawError }
    expect(error).toMatchObject({
      type: 'card_error',
      payment_intent: { id, status: 'requires_payment_method', payment_method: null },
      payment_method: { object: 'payment_method', type: 'card' },
    })
    if (declineCode) expect(error.decline_code).toBe(declineCode)
    const after = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code, charge: error.charge },
      latest_charge: { id: error.charge, paid: false, captured: false, status: 'failed', failure_code: code },
    })
    expect(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  test('requires 3-D Secure if a card needs it', async () => {
    const { id } = await newIntent()
    const waiting = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_threeDSecure2Required',
      use_stripe_sdk: true,
    })
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled', next_action: null })
  })

  test('changes an open intent', async () => {
    const { id } = await newIntent()
    const changed = await stripe.paymentIntents.update(id, {
      amount: 2600,
      metadata: { payment_id: '', note: 'left at the door' },
    })
    expect(changed).toMatchObject({
      amount: 2600,
      metadata: { order_id: request.metadata.order_id, note: 'left at the door' },
    })
    expect(changed.metadata).not.toHaveProperty('payment_id')
  })

  test('cancels an open intent once, and never a paid one', async () => {
    const { id } = await newIntent()
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeGreaterThanOrEqual(started)
    for (const call of [
      () => stripe.paymentIntents.cancel(id),
      () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 400, code: 'payment_intent_unexpected_state' })
      expect(last()?.body).toMatchObject({ error: { payment_intent: { id, status: 'canceled' } } })
    }
    const intent = await paid()
    expect(await refusalOf(stripe.paymentIntents.cancel(intent.id))).toMatchObject({
      status: 400,
      code: 'payment_intent_unexpected_state',
    })
    expect(last()?.body).toMatchObject({ error: { payment_intent: { status: 'succeeded' } } })
    expect(await refusalOf(stripe.paymentIntents.update(intent.id, { amount: 2600 }))).toMatchObject({
      status: 400,
      code: 'payment_intent_unexpected_state',
    })
  })

  test('refunds a charge once, in full or in parts', async () => {
    const intent = await paid()
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      metadata: { payment_id: request.metadata.payment_id },
    })
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 2500,
      charge: intent.latest_charge,
      payment_intent: intent.id,
      currency: 'usd',
      status: 'succeeded',
      metadata: { payment_id: request.metadata.payment_id },
    })
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id, amount: 2500 })
    expect(await refusalOf(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      status: 400,
      code: 'charge_already_refunded',
    })
    const other = await paid()
    await stripe.refunds.create({ payment_intent: other.id, amount: 1000 })
    expect(await refusalOf(stripe.refunds.create({ payment_intent: other.id, amount: 1501 }))).toMatchObject({
      type: 'StripeInvalidRequestError',
      status: 400,
    })
    const read = await stripe.paymentIntents.retrieve(other.id, { expand: ['latest_charge'] })
    expect(read.latest_charge).toMatchObject({ amount_refunded: 1000, refunded: false, paid: true })
    expect(await refusalOf(stripe.refunds.create({ payment_intent: (await newIntent()).id }))).toMatchObject({
      type: 'StripeInvalidRequestError',
      status: 400,
    })
  })

  test('lists the newest first, page by page, with what they belong to', async () => {
    const made = [(await newIntent()).id, (await newIntent()).id, (await newIntent()).id]
    const first = await stripe.paymentIntents.list({ limit: 2, created: { gte: started } })
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true })
    expect(first.data.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 2))
    const second = await stripe.paymentIntents.list({ limit: 1, starting_after: first.data[1]?.id ?? '' })
    expect(second.data[0]?.id).toBe(made[0])
    expect(await stripe.paymentIntents.list({ created: { gte: started + 86_400 } })).toMatchObject({
      data: [],
      has_more: false,
    })

    const { id } = await paid()
    await stripe.refunds.create({ payment_intent: id })
    const charges = await stripe.charges.list({ payment_intent: id, expand: ['data.payment_intent'] })
    expect(charges.data).toMatchObject([{ payment_intent: { id, object: 'payment_intent' }, refunded: true }])
    const refunds = await stripe.refunds.list({
      payment_intent: id,
      expand: ['data.charge', 'data.payment_intent'],
    })
    expect(refunds.data).toMatchObject([{ charge: { object: 'charge', paid: true }, payment_intent: { id } }])
  })

  test('records an event of each change, by type and time', async () => {
    const { id } = await newIntent()
    await refusalOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }))
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const types = ['payment_intent.payment_failed', 'payment_intent.succeeded'] as const
    const own = async () => {
      const { data } = await stripe.events.list({
        limit: 100,
        created: { gte: started },
        types: [...types],
      })
      return data.filter((event) => (event.data.object as { id: string }).id === id)
    }
    await expect.poll(async () => (await own()).map(({ type }) => type)).toEqual(types.toReversed())
    const [event] = await own()
    expect(event).toMatchObject({
      object: 'event',
      livemode: false,
      data: { object: { id, object: 'payment_intent', status: 'succeeded', metadata: request.metadata } },
    })
    expect(await stripe.events.retrieve(event?.id ?? '')).toMatchObject({ id: event?.id, type: event?.type })
  })

  test.skipIf(isReal)('signs what it delivers, so that a change in transit is detected', async () => {
    const arrived = await provider.delivered()
    expect(arrived.length).toBeGreaterThan(10)
    for (const { body, signature } of arrived) {
      expect(signature).toMatch(/^t=\d+,v1=[\da-f]{64}$/)
      expect(stripe.webhooks.constructEvent(body, signature, webhookSecret)).toEqual(JSON.parse(body))
      expect(() => stripe.webhooks.constructEvent(`${body} `, signature, webhookSecret)).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      )
    }
  })

  // Last: checks everything that the tests above have sent and received.
  test('returns only what the types of Stripe’s package describe', async () => {
    const delivered = (await provider.delivered()).map(({ event }) => event)
    expect(calls.length).toBeGreaterThan(60)
    expect(typeProblems(calls, delivered, !isReal)).toBe('')
  })

  test('sends and receives what Stripe’s OpenAPI file describes', () => {
    const check = openapiCheck()
    expect(check.version).toBe('2024-04-10')
    expect([...new Set(calls.flatMap((call) => check.problemsOf(call)))]).toEqual([])
  })

  test('Both comparisons find what Stripe would not send, and what it would not accept', () => {
    const of = (method: string, path: RegExp, status = 200) => {
      const found = calls.find(
        (call) => call.method === method && path.test(call.path) && call.status === status,
      )
      if (!found) throw new Error(`no ${method} ${path.source}`)
      return { ...found, body: structuredClone(found.body) as Record<string, any> }
    }
    const created = of('POST', /payment_intents$/)
    const list = of('GET', /charges$/)
    const declined = of('POST', /confirm$/, 402)
    const check = openapiCheck()
    for (const good of [created, list, declined]) expect(check.problemsOf(good)).toEqual([])
    const { amount: _, ...withoutAmount } = created.body
    const wrong = [
      { ...created, body: { ...created.body, status: 'paid' } },
      { ...created, body: { ...created.body, amount: '2500' } },
      { ...created, body: withoutAmount },
      { ...list, body: { ...list.body, has_more: 'no' } },
      { ...list, body: { ...list.body, data: [{ ...list.body['data'][0], paid: null }] } },
      { ...declined, body: { error: { ...declined.body['error'], type: 'sorry' } } },
    ]
    for (const [at, call] of wrong.entries()) expect(check.problemsOf(call), `response ${at}`).not.toEqual([])
    const unknownField = { ...created, body: { ...created.body, color: 'red' } }
    // The types leave most enumerations open, such as for a status that is new to the package; the file does
    // not.
    const found = typeProblems([created, list, declined, ...wrong, unknownField], [], true)
    const inFiles = [...found.matchAll(/-(\d+)\.ts\(/g)].map(([, at]) => Number(at))
    expect(
      [...new Set(inFiles)].toSorted((a, b) => a - b),
      found,
    ).toEqual([4, 5, 6, 7, 8, 9])
    for (const params of [
      { amount: '2500' },
      { amount: 'ten', currency: 'usd' },
      { amount: '1', currency: 'usd', color: 'red' },
    ])
      expect(check.problemsOf({ ...created, params }), JSON.stringify(params)).not.toEqual([])
  })
})
