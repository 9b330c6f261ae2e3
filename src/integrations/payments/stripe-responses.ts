import type Stripe from 'stripe'
import { z } from 'zod'
import {
  type ProviderCharge,
  type ProviderEvent,
  type ProviderIntent,
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

/** The intent's event; null for any other event. `created` is in seconds. */
export function eventOf(event: Stripe.Event): ProviderEvent | null {
  if (!event.type.startsWith('payment_intent.')) return null
  const { id, metadata } = event.data.object as Partial<Stripe.PaymentIntent>
  if (typeof id !== 'string' || typeof event.id !== 'string') return null
  return {
    id: event.id,
    intentId: id,
    namesOrder: Boolean(metadata?.['order_id'] || metadata?.['payment_id']),
    kind: event.type === 'payment_intent.payment_failed' ? 'declined' : 'other',
    at: new Date((event.created || 0) * 1_000),
  }
}

/** An intent with its charge; a declined attempt captured nothing. */
export function chargeOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): ProviderCharge {
  const capturedCents = charge?.paid ? (charge.captured ? charge.amount_captured : charge.amount) : 0
  return { intent: intentOf(intent), capturedCents, refundedCents: charge?.amount_refunded ?? 0 }
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

/** Converts the library's errors to the port's three kinds. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const type = error instanceof Error && 'type' in error ? error.type : undefined
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  if (type === 'StripeConnectionError' || status === 409 || status === 429 || status >= 500)
    return new ProviderError('unavailable', 'The card provider cannot be reached.', {
      cause: error,
      hasResponded: status >= 500,
    })
  return new ProviderError('failed', 'The card provider refused the request.', { cause: error })
}
