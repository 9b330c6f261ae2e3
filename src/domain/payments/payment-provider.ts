/** The port to the card payment provider. Amounts are integer cents, always USD. */
export type PaymentProvider = {
  /** What the browser needs to confirm a payment: the publishable key, and where the card is sent (null = Stripe's own scripts). */
  browser: { publishableKey: string; apiBase: string | null }
  /** All calls inside of `work` together get the time that one call has otherwise: somebody is waiting. */
  inTime<T>(work: () => Promise<T>): Promise<T>
  /**
   * Asks for a payment. The same `paymentId` and `attempt` always name the same intent, so a lost answer can be asked for again.
   * @throws ProviderProblem
   */
  createIntent(request: IntentRequest): Promise<ProviderIntent>
  /** Reads an intent back with its charge: the only evidence for "paid". @throws ProviderProblem */
  retrieveIntent(intentId: string): Promise<ProviderIntent>
  /** Cancels an intent. One that succeeded meanwhile is answered as it is, not thrown. @throws ProviderProblem */
  cancelIntent(intentId: string): Promise<ProviderIntent>
  /** Gives a charge back in full, once, however often it is asked. @throws ProviderProblem */
  refund(request: { intentId: string; paymentId: string }): Promise<void>
  /**
   * What was charged, or given back, since then; for charges of any shop on this account. Newest first, each at least once.
   * @throws ProviderProblem
   */
  listCharges(since: Date): AsyncIterable<ProviderCharge>
  /** Intents that were made since then, for any shop on this account, newest first. @throws ProviderProblem */
  listIntents(since: Date): AsyncIterable<ProviderIntent>
  /**
   * What happened to intents since then, newest first: one call for all changes, however many payments are open.
   * @throws ProviderProblem
   */
  listEvents(since: Date): AsyncIterable<ProviderEvent>
  /** What was charged for an intent, as it is now. Null: the provider knows no such intent. @throws ProviderProblem */
  readCharge(intentId: string): Promise<ProviderCharge | null>
  /**
   * Checks a webhook's signature over the raw bytes (at most 5 minutes old).
   * @param now asked for the time in ms since 1970, once the signature is right; this machine's clock when left out.
   * @returns what happened, or null for an event that does not concern us.
   * @throws BadSignature
   */
  readWebhook(
    rawBody: string,
    signature: string | undefined,
    now?: () => Promise<number>,
  ): Promise<ProviderEvent | null>
}

/** What is asked of the provider: one payment of one order. `paymentId` (our row's id) and `attempt` make the idempotency key. */
export type IntentRequest = {
  paymentId: string
  /** Counts from 0. A further attempt is a request of its own for the provider. */
  attempt: number
  orderId: string
  /** This store among those that share the account. */
  storeId: string
  amountCents: number
  description: string
}

/** An intent as the provider reports it. `open` = not paid yet (new, declined, or waiting for the customer). */
export type ProviderIntent = {
  id: string
  clientSecret: string
  amountCents: number
  /** Lower-case ISO currency, such as `usd`. */
  currency: string
  state: 'open' | 'processing' | 'succeeded' | 'canceled'
  /** The order, payment and store that were named in the metadata, if any. */
  orderId: string | null
  paymentId: string | null
  storeId: string | null
  /** The last card that was tried was declined. */
  declined: boolean
  /** What was given back of its charge; known when it was read back. */
  refundedCents: number
}

/** Something that happened to an intent. `id` is the event's own: the same by webhook and by list. `at` by the provider's clock. */
export type ProviderEvent = {
  id: string
  intentId: string
  /** The intent names an order or a payment in its metadata, as ours do. */
  namesOrder: boolean
  kind: 'declined' | 'other'
  at: Date
}

/** An intent with the money that moved for it, in cents. Nothing captured: it was not charged, or declined. */
export type ProviderCharge = { intent: ProviderIntent; capturedCents: number; refundedCents: number }

/** The provider did not do what was asked: unreachable, too slow (5 s limit), or it refused for a reason that is not the customer's. */
export class ProviderProblem extends Error {
  readonly kind: 'unavailable' | 'timeout' | 'failed'
  /** It answered with an error, and may repeat that answer to the same idempotency key for a day. */
  readonly answered: boolean
  constructor(
    kind: 'unavailable' | 'timeout' | 'failed',
    message: string,
    options: { cause?: unknown; answered?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'ProviderProblem'
    this.kind = kind
    this.answered = options.answered ?? kind === 'failed'
  }
}

/** A webhook without a valid signature. */
export class BadSignature extends Error {
  constructor(options?: { cause?: unknown }) {
    super('The signature of this webhook is missing, wrong or too old.', options)
    this.name = 'BadSignature'
  }
}
