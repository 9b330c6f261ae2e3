import type Stripe from 'stripe'
import { z } from 'zod'
import { codeOf } from '#config/thrown-error.ts'
import {
  type ProviderCharge,
  type ProviderEvent,
  type ProviderIntent,
  type ProviderRefund,
  MalformedEventError,
  ProviderError,
} from '#domain/payments/payment-provider.ts'

// Converts Stripe's responses to the port's types.

const STATES = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
} as const satisfies Partial<Record<string, ProviderIntent['state']>>

/** What a response must have to be an intent, and what it may have besides. */
const IntentSchema = z.object({
  id: z.string(),
  client_secret: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  metadata: z.record(z.string(), z.string()).nullish(),
  last_payment_error: z.unknown(),
  latest_charge: z.union([z.string(), z.object({ amount_refunded: z.number().nullish() })]).nullish(),
})

/** @throws ProviderError for a response that is not an intent. */
export function intentOf(response: unknown): ProviderIntent {
  const { data: intent } = IntentSchema.safeParse(response)
  if (!intent) throw new ProviderError('failed', 'The card provider’s response is not a payment.')
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    amountCents: intent.amount,
    currency: intent.currency.toLowerCase(),
    state: STATES[intent.status],
    orderId: intent.metadata?.['order_id'] ?? null,
    paymentId: intent.metadata?.['payment_id'] ?? null,
    storeId: intent.metadata?.['store_id'] ?? null,
    declined: Boolean(intent.last_payment_error),
    refundedCents: charge?.amount_refunded ?? 0,
  }
}

/** An intent that the provider does not have, such as one of another account. */
export function missingIntent(id: string): ProviderIntent {
  return {
    id,
    clientSecret: '',
    amountCents: 0,
    currency: 'usd',
    state: 'missing',
    orderId: null,
    paymentId: null,
    storeId: null,
    declined: false,
    refundedCents: 0,
  }
}

/** Ids are stored: PostgreSQL refuses some characters. */
const IdSchema = z.string().regex(/^\w{1,255}$/)

/** What every event has. `created` is in seconds, at most of the year 9999. */
const EventSchema = z.object({
  id: IdSchema,
  type: z.string(),
  created: z.int().min(0).max(253_402_300_799).optional(),
  data: z.object({ object: z.looseObject({}) }),
})
const IntentEventSchema = z.object({
  id: IdSchema,
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
/** A charge, refund or dispute. Null: it belongs to no intent, so it is not ours. */
const OfIntentSchema = z.object({
  payment_intent: z.union([IdSchema, z.object({ id: IdSchema }).transform(({ id }) => id)]).nullish(),
})

const KINDS = new Map<string, ProviderEvent['kind']>([
  ['payment_intent.succeeded', 'charged'],
  ['payment_intent.payment_failed', 'declined'],
])

/**
 * The intent's event; null for any other event.
 * @throws MalformedEventError
 */
export function eventOf(body: unknown): ProviderEvent | null {
  const { id, type, created = 0, data } = parseEvent(EventSchema, body)
  const event = { id, at: new Date(created * 1_000) }
  if (/^(?:charge|refund)\./.test(type)) {
    const intentId = parseEvent(OfIntentSchema, data.object).payment_intent
    return intentId ? { ...event, intentId, namesOrder: false, kind: 'refund' } : null
  }
  if (!type.startsWith('payment_intent.')) return null
  const { id: intentId, metadata } = parseEvent(IntentEventSchema, data.object)
  return {
    ...event,
    intentId,
    namesOrder: Boolean(metadata?.['order_id'] || metadata?.['payment_id']),
    kind: KINDS.get(type) ?? 'other',
  }
}

function parseEvent<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new MalformedEventError()
  return parsed.data
}

/** An intent with its charge; a declined attempt captured nothing. */
export function chargeOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): ProviderCharge {
  const capturedCents = charge?.paid ? (charge.captured ? charge.amount_captured : charge.amount) : 0
  return {
    intent: intentOf(intent),
    capturedCents,
    refundedCents: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
  }
}

const RefundSchema = z.object({
  id: IdSchema,
  amount: z.int().positive(),
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

/**
 * A refund. One that is canceled, or waits for the customer's bank data, has not given back anything.
 * @throws ProviderError for a response that is not a refund.
 */
export function refundOf(response: unknown): ProviderRefund {
  const { data: refund } = RefundSchema.safeParse(response)
  if (!refund) throw new ProviderError('failed', 'The card provider’s response is not a refund.')
  const isOpen = refund.status === 'pending' || refund.status === 'requires_action'
  return {
    id: refund.id,
    amountCents: refund.amount,
    state: refund.status === 'succeeded' ? 'done' : isOpen ? 'pending' : 'failed',
    key: refund.metadata?.['refund_key'] ?? null,
    failure: refund.failure_reason ?? null,
  }
}

/**
 * The intent of a response.
 * @throws ProviderError when it is about another payment.
 */
export function requireIntent(intentId: string, response: unknown): ProviderIntent {
  const intent = intentOf(response)
  if (intent.id !== intentId)
    throw new ProviderError('failed', 'The card provider’s response is about another payment.')
  return intent
}

/**
 * Whether Stripe refused a request because an earlier one with its key is still running: Stripe is up, so the
 * circuit must stay closed for others.
 */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 409
}

/** Whether Stripe responded that it has no such object; a key that it refuses is another error. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    codeOf(error) === 'resource_missing' &&
    'statusCode' in error &&
    error.statusCode === 404
  )
}

/** Converts the library's errors to the port's three kinds. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const type = error instanceof Error && 'type' in error ? error.type : undefined
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  // Keys that are not accepted fail every request: that is no answer about this one.
  if (status === 401 || status === 403)
    return new ProviderError('unavailable', 'The card provider does not accept our keys.', {
      cause: error,
      hasResponded: true,
    })
  if (type === 'StripeConnectionError' || status === 409 || status === 429 || status >= 500)
    return new ProviderError('unavailable', 'The card provider cannot be reached.', {
      cause: error,
      hasResponded: status >= 500,
    })
  return new ProviderError('failed', 'The card provider refused the request.', { cause: error })
}
