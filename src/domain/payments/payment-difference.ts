import type { ProviderCharge } from './payment-provider.ts'

/**
 * How our books and the provider's can differ on one payment.
 * `not_charged`: paid here, but not charged there · `refunded`: paid here, given back there · `amount`: another amount or currency ·
 * `not_refunded`: given back here, but not there · `double_charge`: its order is paid by another payment ·
 * `unknown_charge`: it names an order or payment of ours that does not know of it.
 */
export type DifferenceKind =
  | 'not_charged'
  | 'refunded'
  | 'amount'
  | 'not_refunded'
  | 'double_charge'
  | 'unknown_charge'

/** What our books know of an intent. Amounts in cents. */
type OurSide = {
  payment: { state: string; refund_state: string | null; amount_cents: number } | undefined
  /** The order that it names is paid by another intent. */
  paidByAnother: boolean
}

/**
 * Compares both sides of one payment.
 * @param charge null: the provider knows no such intent.
 * @returns `settle` for a charge that our books have not heard of yet: settlePayment pays the order or gives it back.
 */
export function judgeCharge(
  charge: ProviderCharge | null,
  { payment, paidByAnother }: OurSide,
): 'agrees' | 'settle' | DifferenceKind {
  const captured = charge?.capturedCents ?? 0
  const refunded = charge?.refundedCents ?? 0
  if (!payment) {
    const namesUs = Boolean(charge?.intent.orderId || charge?.intent.paymentId)
    if (!namesUs || captured === refunded) return 'agrees'
    return paidByAnother ? 'double_charge' : 'unknown_charge'
  }
  if (payment.state !== 'succeeded') return captured > 0 ? 'settle' : 'agrees'
  // The sweeper is about to give it back.
  if (payment.refund_state === 'due') return 'agrees'
  if (payment.refund_state === 'done') return captured === refunded ? 'agrees' : 'not_refunded'
  if (captured === 0) return 'not_charged'
  if (captured !== payment.amount_cents || charge?.intent.currency !== 'usd') return 'amount'
  return refunded === 0 ? 'agrees' : 'refunded'
}
