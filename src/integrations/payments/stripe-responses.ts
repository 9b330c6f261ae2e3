import type Stripe from 'stripe'
import {
  type ProviderCharge,
  type ProviderEvent,
  type ProviderIntent,
  ProviderError,
} from '#domain/payments/payment-provider.ts'

// Converts Stripe's responses to the port's types.

const states: Partial<Record<string, ProviderIntent['state']>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

/** Validates: a response without an id, an amount or a currency is an error, not an intent. */
export function intentOf(response: unknown): ProviderIntent {
  const intent = (response ?? {}) as Partial<Stripe.PaymentIntent>
  const state = typeof intent.status === 'string' ? states[intent.status] : undefined
  if (
    typeof intent.id !== 'string' ||
    typeof intent.client_secret !== 'string' ||
    !Number.isSafeInteger(intent.amount) ||
    typeof intent.amount !== 'number' ||
    typeof intent.currency !== 'string' ||
    !state
  )
    throw new ProviderError('failed', 'The card provider’s response is not a payment.')
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    amountCents: intent.amount,
    currency: intent.currency.toLowerCase(),
    state,
    orderId: intent.metadata?.['order_id'] ?? null,
    paymentId: intent.metadata?.['payment_id'] ?? null,
    storeId: intent.metadata?.['store_id'] ?? null,
    declined: Boolean(intent.last_payment_error),
    refundedCents: (typeof intent.latest_charge === 'object' && intent.latest_charge?.amount_refunded) || 0,
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

/** Rejects a response about another payment. */
export function sameIntent(intentId: string, response: unknown): ProviderIntent {
  const intent = intentOf(response)
  if (intent.id !== intentId)
    throw new ProviderError('failed', 'The card provider’s response is about another payment.')
  return intent
}

/**
 * Whether a key is in use: the provider is up, but busy with an earlier attempt of this payment, so the
 * circuit must stay closed for others.
 */
export function isStillAtWork(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 409
}

/** Converts the library's errors to the port's three kinds. */
export function asProblem(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const type = error instanceof Error && 'type' in error ? error.type : undefined
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  if (type === 'StripeConnectionError' || status === 409 || status === 429 || status >= 500)
    return new ProviderError('unavailable', 'The card provider cannot be reached.', {
      cause: error,
      answered: status >= 500,
    })
  return new ProviderError('failed', 'The card provider refused the request.', { cause: error })
}
