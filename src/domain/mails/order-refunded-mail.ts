import type { Mail } from './mail.ts'
import {
  greeting,
  orderedFacts,
  orderEnvelope,
  type OrderMailContext,
  orderPage,
  usd,
} from './order-mail-data.ts'

/** Why a payment was refunded. */
export type RefundReason = 'deleted' | 'paid_before' | 'sold_out' | 'mismatch'

const REASONS: Record<RefundReason, string> = {
  deleted: 'The payment came in after the order had been deleted.',
  paid_before: 'The order had already been paid with another payment.',
  sold_out: 'By the time the payment came in, the hold had ended and the parts had sold out.',
  mismatch: "The amount charged didn't match the order.",
}

/**
 * The email for a refunded payment, with the reason.
 * @param refund.intentId the payment's id at the card provider.
 */
export function orderRefundedMail(
  context: OrderMailContext,
  refund: { amountCents: number; intentId: string; reason: RefundReason },
): Mail {
  const { order, letterhead } = context
  const amount = usd(refund.amountCents)
  return {
    ...orderEnvelope('order_refunded', context, refund.intentId),
    content: {
      subject: `Your ${letterhead.name} refund for order ${order.number}`,
      preheader: `${amount} is on its way back to your card.`,
      heading: 'We refunded your payment',
      paragraphs: [`${greeting(order)}we refunded ${amount} to your card. ${REASONS[refund.reason]}`],
      facts: [
        ...orderedFacts(context),
        { label: 'Refunded', value: amount, strong: true },
        { label: 'Transaction', value: refund.intentId },
      ],
      // A deleted order has no page.
      ...(refund.reason !== 'deleted' && { button: { label: 'View your order', href: orderPage(context) } }),
      notes: ['Banks usually take 5 to 10 business days to show a refund on your statement.'],
    },
  }
}
