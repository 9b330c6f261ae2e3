import type { Mail } from './mail.ts'
import { mailDay } from './moment-text.ts'
import {
  greeting,
  orderedFacts,
  orderEnvelope,
  type OrderMailContext,
  orderPage,
  usd,
} from './order-mail-data.ts'

/** The receipt of a paid order, and what happens next. */
export function orderPaidMail(context: OrderMailContext): Mail {
  const { order, letterhead } = context
  return {
    ...orderEnvelope('order_paid', context),
    content: {
      subject: `Your ${letterhead.name} receipt for order ${order.number}`,
      preheader: `We got your payment of ${usd(order.totalCents)}. Next: we ship your parts.`,
      heading: 'Thanks, your order is paid',
      paragraphs: [
        `${greeting(order)}we got your payment of ${usd(order.totalCents)}. We're getting your parts ready, and we'll email you when they ship.`,
      ],
      facts: [
        ...orderedFacts(context),
        { label: 'Unit price', value: usd(order.unitPriceCents) },
        { label: 'Total paid', value: usd(order.totalCents), strong: true },
        ...(order.paidAt === null ? [] : [{ label: 'Paid on', value: mailDay(order.paidAt) }]),
        ...(order.transactionId === null ? [] : [{ label: 'Transaction', value: order.transactionId }]),
        { label: 'Ship to', value: order.address },
      ],
      button: { label: 'View your order', href: orderPage(context) },
      notes: ['Something wrong with the address? Reply to this email before your parts ship.'],
    },
  }
}
