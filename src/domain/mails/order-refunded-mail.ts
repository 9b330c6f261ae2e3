import type { RefundsTable } from '#db/schema/refunds.ts'
import { formatCents } from '../shared/money.ts'
import type { Mail } from './mail.ts'
import { numberInMail, orderMail, type OrderMailContext, viewButton } from './order-mail.ts'

/** Why a payment was refunded. */
export type RefundReason =
  | 'deleted'
  | 'paid_before'
  | 'sold_out'
  | 'mismatch'
  | 'part'
  | 'whole'
  | Exclude<RefundsTable['cause'], 'provider' | 'no_order'>

const REASONS: Record<RefundReason, string> = {
  deleted: 'The payment came in after the order had been deleted.',
  paid_before: 'The order had already been paid with another payment.',
  sold_out: 'By the time the payment came in, the hold had ended and the parts had sold out.',
  mismatch: "The amount charged didn't match the order.",
  cancel: 'It is for the parts that were canceled.',
  return: 'It is for parts of this order.',
  core: 'It is the deposit for your old parts.',
  delivery: 'It is for the delivery of this order.',
  goodwill: 'It is part of what you paid for this order; the order stays as it is.',
  part: 'It is part of what you paid for this order; the order stays as it is.',
  whole: 'All that you paid for this order is refunded; what has not shipped yet is no longer shipped.',
}

/**
 * The email for a refunded payment, with the reason.
 * @param refund.intentId the payment's id at the card provider; `about` distinguishes its refunds.
 */
export function orderRefundedMail(
  context: OrderMailContext,
  refund: { amountCents: number; intentId: string; about: string; reason: RefundReason },
): Mail {
  const amount = formatCents(refund.amountCents)
  const content = {
    subject: `Your ${context.letterhead.name} refund for order ${numberInMail(context)}`,
    preheader: `${amount} is on its way back to your card.`,
    heading: 'We refunded your payment',
    paragraph: `we refunded ${amount} to your card. ${REASONS[refund.reason]}`,
    facts: [
      { label: 'Refunded', value: amount, strong: true },
      { label: 'Transaction', value: refund.intentId, code: true },
    ],
    // A deleted order has no page.
    ...(refund.reason !== 'deleted' && { button: viewButton(context) }),
    notes: ['Banks usually take 5 to 10 business days to show a refund on your statement.'],
  }
  return orderMail('order_refunded', context, content, refund.about)
}
