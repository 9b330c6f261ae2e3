import type { ProviderCharge } from './payment-provider.ts'

/**
 * How our books and the provider's can differ on one payment, so that people must look.
 * `not_charged`: paid here, but not charged there · `refunded`: paid here, given back there · `amount`: another amount or currency ·
 * `not_refunded`: given back here, but not there ·
 * `unknown_charge`: it names an order that is not here and no store, or it is ours and the provider refuses to give it back.
 */
export type DifferenceKind = 'not_charged' | 'refunded' | 'amount' | 'not_refunded' | 'unknown_charge'

/** What our books know of an intent. Amounts in cents. */
type OurSide = {
  payment: { state: string; refund_state: string | null; amount_cents: number } | undefined
  /** Whose it is, when no payment of ours knows it. */
  owner: 'ours' | 'foreign' | 'unclear'
}

/**
 * Compares both sides of one payment.
 * @param charge null: the provider knows no such intent.
 * @returns `settle` for a charge that our books have not heard of yet: settlePayment pays the order or gives it back.
 */
export function judgeCharge(
  charge: ProviderCharge | null,
  { payment, owner }: OurSide,
): 'agrees' | 'settle' | DifferenceKind {
  const captured = charge?.capturedCents ?? 0
  const refunded = charge?.refundedCents ?? 0
  if (!payment) {
    if (owner === 'foreign' || captured === refunded) return 'agrees'
    return owner === 'ours' ? 'settle' : 'unknown_charge'
  }
  if (payment.state !== 'succeeded') return captured > 0 ? 'settle' : 'agrees'
  // The sweeper is about to give it back.
  if (payment.refund_state === 'due') return 'agrees'
  if (payment.refund_state === 'done') return captured === refunded ? 'agrees' : 'not_refunded'
  if (captured === 0) return 'not_charged'
  if (captured !== payment.amount_cents || charge?.intent.currency !== 'usd') return 'amount'
  return refunded === 0 ? 'agrees' : 'refunded'
}
