import type { Purchase } from '#domain/orders/purchase.ts'
import type { PaymentIntent } from '#domain/payments/payment.ts'

/**
 * The props of a card form: Stripe's, or the demo's (src/demo/card-form). It charges the card at the
 * provider, never through the store.
 */
export type CardFormProps = {
  purchase: Purchase
  intent: PaymentIntent
  /** The card is charged. */
  onSucceeded: (transactionId: string) => void
  /** The payment is canceled: request a new one. */
  onCanceled: () => void
}
