import { setTimeout as delay } from 'node:timers/promises'
import type Stripe from 'stripe'
import { codeOf } from '#config/thrown-error.ts'
import {
  SignatureError,
  type IntentRequest,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderIntent,
  type ProviderRefund,
  MalformedEventError,
  ProviderError,
} from '#domain/payments/payment-provider.ts'
import { createStripeCalls, type StripeConnection } from './stripe-calls.ts'
import {
  chargeOf,
  eventOf,
  intentOf,
  isMissing,
  missingIntent,
  refundOf,
  requireIntent,
} from './stripe-responses.ts'

/** Options for taking payments, in addition to those of the connection. */
export type StripeOptions = StripeConnection & {
  publishableKey: string
  /** Signing secrets of the webhook, the current one first; an event signed by any of them is accepted. */
  webhookSecrets: readonly string[]
  /** Where the browser sends the card, such as `/simulator/stripe`; null = Stripe's own scripts. */
  browserApiBase: string | null
}

/** Wait before a retry with a key in use, in ms; the library has already waited twice. */
const KEY_IN_USE_MS = 100
/** Events by which money moves, an intent ends, a card is declined, or a payment is disputed. */
const EVENTS_THAT_MATTER = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const
/** An intent is read with its charge: a refunded charge pays for nothing. */
const WITH_CHARGE = { expand: ['latest_charge'] }
/** Age at which a signed event counts as a replay, in seconds. */
const WEBHOOK_AGE_S = 300

/**
 * Card payments through Stripe's own library. A call is attempted up to three times with one idempotency key
 * and fails with a ProviderError within `timeoutMs`. Five consecutive failures make calls fail fast for
 * 5 s.
 */
export function createStripePayments(options: StripeOptions): PaymentProvider {
  const { stripe, call, pages, withTimeout, stats } = createStripeCalls(options)
  /** Requests for intents in flight in this process, by idempotency key. */
  const inFlight = new Map<string, Promise<ProviderIntent>>()

  return {
    browser: { publishableKey: options.publishableKey, apiBase: options.browserApiBase },

    stats,
    withTimeout,
    isIntentId: (id) => /^pi_\w+$/.test(id),

    createIntent(request) {
      // Repeated clicks share one request: Stripe refuses a key in use.
      const key = keyOf(request)
      const known = inFlight.get(key)
      if (known) return known
      const intent = call((client) => whenKeyIsFree(() => createIntent(client, request))).finally(() =>
        inFlight.delete(key),
      )
      inFlight.set(key, intent)
      return intent
    },

    retrieveIntent: (intentId) =>
      call((client) =>
        unlessMissing(intentId, async () =>
          requireIntent(intentId, await client.paymentIntents.retrieve(intentId, WITH_CHARGE)),
        ),
      ),

    cancelIntent: (intentId) =>
      call((client) =>
        unlessMissing(intentId, async () => {
          try {
            return requireIntent(intentId, await client.paymentIntents.cancel(intentId))
          } catch (error) {
            // It has succeeded or been canceled since: return which.
            if (codeOf(error) !== 'payment_intent_unexpected_state') throw error
            return requireIntent(intentId, await client.paymentIntents.retrieve(intentId, WITH_CHARGE))
          }
        }),
      ),

    refund: ({ intentId, paymentId }) =>
      call(async (client) => {
        try {
          // Without our own key, which would repeat an error for a day: a full refund can only happen once.
          const refund = await client.refunds.create({
            payment_intent: intentId,
            metadata: { payment_id: paymentId },
          })
          if (refund.status !== 'succeeded' && refund.status !== 'pending')
            throw new ProviderError(
              'failed',
              `The card provider reports the refund as ${String(refund.status)}.`,
            )
        } catch (error) {
          if (codeOf(error) !== 'charge_already_refunded') throw error
        }
      }),

    refundPart: ({ intentId, amountCents, key }) =>
      call(async (client) => {
        await client.refunds.create(
          { payment_intent: intentId, amount: amountCents, metadata: { refund_key: key } },
          { idempotencyKey: `refund-${key}` },
        )
      }),

    async listRefunds(intentId) {
      const found: ProviderRefund[] = []
      const refunds = pages(null, (client, page) =>
        client.refunds.list({ ...page, payment_intent: intentId }),
      )
      for await (const refund of refunds) found.push(refundOf(refund))
      return found
    },

    async *listCharges(since) {
      const charges = pages(since, (client, page) =>
        client.charges.list({ ...page, expand: ['data.payment_intent'] }),
      )
      for await (const charge of charges) {
        if (charge.paid && typeof charge.payment_intent === 'object' && charge.payment_intent !== null)
          yield chargeOf(charge.payment_intent, charge)
      }
      const refunds = pages(since, (client, page) =>
        client.refunds.list({ ...page, expand: ['data.charge', 'data.payment_intent'] }),
      )
      for await (const { charge, payment_intent: intent } of refunds) {
        // Later charges were listed above.
        if (
          typeof charge !== 'object' ||
          charge === null ||
          charge.created >= Math.floor(since.getTime() / 1_000)
        )
          continue
        if (typeof intent === 'object' && intent !== null) yield chargeOf(intent, charge)
      }
    },

    async *listIntents(since) {
      const intents = pages(since, (client, page) => client.paymentIntents.list(page))
      for await (const intent of intents) yield intentOf(intent)
    },

    async *listEvents(since) {
      const events = pages(since, (client, page) =>
        client.events.list({ ...page, types: [...EVENTS_THAT_MATTER] }),
      )
      for await (const event of events) {
        const known = listedEvent(event)
        if (known) yield known
      }
    },

    retrieveCharge: (intentId) =>
      call(async (client) => {
        try {
          const intent = await client.paymentIntents.retrieve(intentId, WITH_CHARGE)
          const { latest_charge: charge } = intent
          requireIntent(intentId, intent)
          return chargeOf(intent, typeof charge === 'object' ? charge : null)
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }),

    async readWebhook(rawBody, signature, now) {
      const { webhooks } = await stripe()
      const read = (secret: string, ...age: [tolerance: number, crypto?: undefined, receivedAt?: number]) => {
        try {
          return webhooks.constructEvent(rawBody, signature ?? '', secret, ...age)
        } catch {
          // Not signed with this secret, or too old.
          return null
        }
      }
      // Verify the signature first, at any age, so that unsigned requests cost no query for the time.
      const secret = options.webhookSecrets.find((each) => read(each, 0) !== null)
      const event = secret === undefined ? null : read(secret, WEBHOOK_AGE_S, undefined, await now())
      if (event === null) throw new SignatureError()
      return eventOf(event)
    },
  }
}

/** An event of the list; one that is malformed must not keep the others from being read. */
function listedEvent(event: unknown): ProviderEvent | null {
  try {
    return eventOf(event)
  } catch (error) {
    if (error instanceof MalformedEventError) return null
    throw error
  }
}

async function unlessMissing(intentId: string, send: () => Promise<ProviderIntent>): Promise<ProviderIntent> {
  try {
    return await send()
  } catch (error) {
    if (isMissing(error)) return missingIntent(intentId)
    throw error
  }
}

function keyOf(request: IntentRequest): string {
  return request.attempt === 0 ? request.paymentId : `${request.paymentId}-${request.attempt}`
}

/** Retries while another process is sending the same request with the same key, until the call times out. */
async function whenKeyIsFree<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (codeOf(error) !== 'idempotency_key_in_use') throw error
      await delay(KEY_IN_USE_MS)
    }
  }
}

async function createIntent(client: Stripe, request: IntentRequest): Promise<ProviderIntent> {
  const intent = intentOf(
    await client.paymentIntents.create(
      {
        amount: request.amountCents,
        currency: 'usd',
        // Cards only: no method that settles days later or redirects.
        allowed_payment_method_types: ['card'],
        description: request.description,
        metadata: { order_id: request.orderId, payment_id: request.paymentId, store_id: request.storeId },
      },
      { idempotencyKey: keyOf(request) },
    ),
  )
  if (intent.amountCents !== request.amountCents || intent.currency !== 'usd')
    throw new ProviderError('failed', 'The card provider returned a different amount than requested.')
  return intent
}
