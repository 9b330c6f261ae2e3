import type { Counter } from '#observe/counter.ts'

/** The port to the card payment provider. Amounts are integer cents, always USD. */
export type PaymentProvider = {
  /**
   * The data that browsers need to confirm a payment: the publishable key, and where the card is sent (null =
   * Stripe's own scripts).
   */
  browser: { publishableKey: string; apiBase: string | null }
  /** Whether the provider could have issued this id. Makes no call. */
  isIntentId(id: string): boolean
  /** All calls inside `work` share the timeout of one call, since a user is waiting. */
  withTimeout<T>(work: () => Promise<T>): Promise<T>
  /**
   * Creates an intent. The same `paymentId` and `attempt` always return the same intent, so that a call can
   * be retried after a lost response.
   * @throws ProviderError
   */
  createIntent(request: IntentRequest): Promise<ProviderIntent>
  /**
   * Reads an intent back with its charge: the only evidence for "paid". One that the provider does not have
   * is `missing`.
   * @throws ProviderError
   */
  retrieveIntent(intentId: string): Promise<ProviderIntent>
  /**
   * Cancels an intent. One that has already succeeded is returned unchanged, as is one that is `missing`.
   * @throws ProviderError
   */
  cancelIntent(intentId: string): Promise<ProviderIntent>
  /**
   * Refunds a charge in full. Idempotent.
   * @throws ProviderError
   */
  refund(request: { intentId: string; paymentId: string }): Promise<void>
  /**
   * Refunds a part of a charge. The same `key` is one refund, for as long as the provider keeps keys (a day):
   * look for it in listRefunds before an older one is sent again.
   * @throws ProviderError, of kind `failed` when the provider refuses the refund.
   */
  refundPart(request: { intentId: string; amountCents: number; key: string }): Promise<void>
  /**
   * All refunds of a charge, newest first, also those made in the provider's dashboard.
   * @throws ProviderError
   */
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  /**
   * Charges and refunds since then, of any store on this account. Newest first, each at least once.
   * @throws ProviderError
   */
  listCharges(since: Date): AsyncIterable<ProviderCharge>
  /**
   * Intents created since then, of any store on this account, newest first.
   * @throws ProviderError
   */
  listIntents(since: Date): AsyncIterable<ProviderIntent>
  /**
   * Events of intents, refunds and disputes since then, newest first: one call for all changes, however many
   * payments are open.
   * @throws ProviderError
   */
  listEvents(since: Date): AsyncIterable<ProviderEvent>
  /**
   * The current charge of an intent. Null: the provider has no such intent.
   * @throws ProviderError
   */
  retrieveCharge(intentId: string): Promise<ProviderCharge | null>
  /**
   * Checks a webhook's signature over the raw bytes (at most 5 minutes old).
   * @param now returns ms since 1970, called once the signature is valid.
   * @returns the event, or null for one that is not ours.
   * @throws SignatureError; MalformedEventError for a signed body that is no event.
   */
  readWebhook(
    rawBody: string,
    signature: string | undefined,
    now: () => Promise<number>,
  ): Promise<ProviderEvent | null>
  /** For /metrics. Makes no provider call. */
  stats(): ProviderStats
}

/** How calls to the provider have ended since the start, and whether they currently fail fast. */
export type ProviderStats = { calls: Counter<'ok' | ProviderError['kind']>; circuitOpen: boolean }

/**
 * A request to the provider: one payment of one order. `paymentId` (our row's id) and `attempt` make the
 * idempotency key.
 */
export type IntentRequest = {
  paymentId: string
  /** Counts from 0. Each attempt is a separate request to the provider. */
  attempt: number
  orderId: string
  /** This store's id among those that share the account. */
  storeId: string
  amountCents: number
  description: string
}

/**
 * An intent as the provider reports it. `open` = not paid yet (new, declined, or waiting for the customer) ·
 * `missing` = the provider responded that it has no such intent: then only its id is known.
 */
export type ProviderIntent = {
  id: string
  clientSecret: string
  amountCents: number
  /** Lower-case ISO currency, such as `usd`. */
  currency: string
  state: 'open' | 'processing' | 'succeeded' | 'canceled' | 'missing'
  /** The order, payment and store in the metadata, if any. */
  orderId: string | null
  paymentId: string | null
  storeId: string | null
  /** The last card tried was declined. */
  declined: boolean
  /** The refunded part of its charge; known when the intent was read back. */
  refundedCents: number
}

/**
 * An event of an intent. `id` is the event's own: the same in webhooks and lists. `at` by the provider's
 * clock. `charged`: it has succeeded. `refund`: its charge was refunded, a refund of it has changed, or it
 * was disputed.
 */
export type ProviderEvent = {
  id: string
  intentId: string
  /** The intent's metadata has an order or a payment, like ours; unknown for a refund. */
  namesOrder: boolean
  kind: 'charged' | 'declined' | 'refund' | 'other'
  at: Date
}

/**
 * An intent with its captured and refunded amounts, in cents. Zero captured: not charged, or declined.
 * Refunded: the refunds that have not failed. `disputed`: also once the dispute is over.
 */
export type ProviderCharge = {
  intent: ProviderIntent
  capturedCents: number
  refundedCents: number
  disputed: boolean
}

/**
 * A refund as the provider reports it. `key`: that of refundPart, if it was made by it. One that is done may
 * still fail, days later.
 */
export type ProviderRefund = {
  id: string
  amountCents: number
  state: 'pending' | 'done' | 'failed'
  key: string | null
  /** Why it failed, in the provider's word. */
  failure: string | null
}

/**
 * The provider failed: unreachable, slower than PROVIDER_TIMEOUT_MS, or an error that is not the customer's.
 */
export class ProviderError extends Error {
  readonly kind: 'unavailable' | 'timeout' | 'failed'
  /** The provider responded with an error, and may repeat it for the same idempotency key for a day. */
  readonly hasResponded: boolean
  constructor(
    kind: 'unavailable' | 'timeout' | 'failed',
    message: string,
    options: { cause?: unknown; hasResponded?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'ProviderError'
    this.kind = kind
    this.hasResponded = options.hasResponded ?? kind === 'failed'
  }
}

/** A webhook without a valid signature. */
export class SignatureError extends Error {
  constructor() {
    super('The signature of this webhook is missing, wrong or too old.')
    this.name = 'SignatureError'
  }
}

/** A webhook with a valid signature whose body is not an event. */
export class MalformedEventError extends Error {
  constructor() {
    super('This is not an event: it needs an id, a type, and data.object as the provider describes them.')
    this.name = 'MalformedEventError'
  }
}
