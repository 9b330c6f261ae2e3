import type { ProviderCharge } from './payment-provider.ts'

/**
 * How our record of a payment and the provider's can differ in a way that an operator must resolve.
 * `not_charged`: paid here, but not charged there · `amount`: another amount or currency · `unknown_charge`:
 * its order is missing and it has no store id, or it is ours and the provider refuses to refund it.
 */
export type DifferenceKind = 'not_charged' | 'amount' | 'unknown_charge'

/** Our record of an intent. Amounts in cents. */
type OurRecord = {
  payment: { state: string; amount_cents: number } | undefined
  /** The state of the refund of a charge that pays no purchase. */
  refund: string | undefined
  /** What is recorded of the order that this payment has paid. */
  order: { refunded_cents: number; disputed: boolean } | undefined
  /** The intent's owner, when none of our payments matches it. */
  owner: 'ours' | 'foreign' | 'unclear'
}

/**
 * Compares both sides of one payment.
 * @param charge null: the provider has no such intent.
 * @returns `settle` for a charge missing from our database: settlePayment pays the order or refunds the
 * charge. `record_refunds` for refunds or a dispute that recordRefunds has not recorded yet.
 */
export function compareCharge(
  charge: ProviderCharge | null,
  { payment, refund, order, owner }: OurRecord,
): 'agrees' | 'settle' | 'record_refunds' | DifferenceKind {
  const captured = charge?.capturedCents ?? 0
  const refunded = charge?.refundedCents ?? 0
  if (!payment) {
    if (owner === 'foreign' || captured === refunded) return 'agrees'
    return owner === 'ours' ? 'settle' : 'unknown_charge'
  }
  // Until it is recorded as done, a job sends it, or an admin decides.
  if (payment.state === 'unneeded')
    return (refund === 'done') === (captured === refunded) ? 'agrees' : 'record_refunds'
  if (payment.state !== 'succeeded') return captured > 0 ? 'settle' : 'agrees'
  if (captured === 0) return 'not_charged'
  if (captured !== payment.amount_cents || charge?.intent.currency !== 'usd') return 'amount'
  const isRecorded = refunded === order?.refunded_cents && charge?.disputed === order.disputed
  return isRecorded ? 'agrees' : 'record_refunds'
}
