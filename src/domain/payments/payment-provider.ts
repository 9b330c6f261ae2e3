/** The port to the card payment provider. Amounts are integer cents, always USD. */
export type PaymentProvider = {
  /** What the browser needs to confirm a payment: the publishable key, and where the card is sent (null = Stripe's own scripts). */
  browser: { publishableKey: string; apiBase: string | null }
  /** All calls inside of `work` together get the time that one call has otherwise: somebody is waiting. */
  inTime<T>(work: () => Promise<T>): Promise<T>
  /**
   * Asks for a payment. The same `paymentId` always names the same intent, so a lost answer can be asked for again.
   * @throws ProviderProblem
   */
  createIntent(ask: IntentAsk): Promise<ProviderIntent>
  /** Reads an intent back: the only evidence for "paid". @throws ProviderProblem */
  retrieveIntent(intentId: string): Promise<ProviderIntent>
  /** Cancels an intent. One that succeeded meanwhile is answered as it is, not thrown. @throws ProviderProblem */
  cancelIntent(intentId: string): Promise<ProviderIntent>
  /** Gives a charge back in full. The same `paymentId` refunds once. @throws ProviderProblem */
  refund(ask: { intentId: string; paymentId: string }): Promise<void>
  /**
   * What was charged, or given back, since then; for charges of any shop on this account. Newest first, each at least once.
   * @throws ProviderProblem
   */
  listCharges(since: Date): AsyncIterable<ProviderCharge>
  /** What was charged for an intent, as it is now. Null: the provider knows no such intent. @throws ProviderProblem */
  readCharge(intentId: string): Promise<ProviderCharge | null>
  /**
   * Checks a webhook's signature over the raw bytes (at most 5 minutes old).
   * @param now asked for the time in ms since 1970, once the signature is right; this machine's clock when left out.
   * @returns the intent it is about, or null for an event that does not concern us.
   * @throws BadSignature
   */
  readWebhook(
    rawBody: string,
    signature: string | undefined,
    now?: () => Promise<number>,
  ): Promise<{ intentId: string } | null>
}

/** What is asked of the provider: one payment of one order. `paymentId` is our row's id and the idempotency key. */
export type IntentAsk = { paymentId: string; orderId: string; amountCents: number; description: string }

/** An intent as the provider reports it. `open` = not paid yet (new, declined, or waiting for the customer). */
export type ProviderIntent = {
  id: string
  clientSecret: string
  amountCents: number
  /** Lower-case ISO currency, such as `usd`. */
  currency: string
  state: 'open' | 'processing' | 'succeeded' | 'canceled'
  /** The order and payment that we named in the metadata, if any. */
  orderId: string | null
  paymentId: string | null
}

/** An intent with the money that moved for it, in cents. Nothing captured: it was not charged, or declined. */
export type ProviderCharge = { intent: ProviderIntent; capturedCents: number; refundedCents: number }

/** The provider did not do what was asked: unreachable, too slow (5 s limit), or it refused for a reason that is not the customer's. */
export class ProviderProblem extends Error {
  readonly kind: 'unavailable' | 'timeout' | 'failed'
  constructor(kind: 'unavailable' | 'timeout' | 'failed', message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ProviderProblem'
    this.kind = kind
  }
}

/** A webhook without a valid signature. */
export class BadSignature extends Error {
  constructor(options?: { cause?: unknown }) {
    super('The signature of this webhook is missing, wrong or too old.', options)
    this.name = 'BadSignature'
  }
}
