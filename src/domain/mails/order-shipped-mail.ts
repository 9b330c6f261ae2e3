import { trackingLink } from '../orders/tracking.ts'
import type { Mail } from './mail.ts'
import { greeting, orderedFacts, orderEnvelope, type OrderMailContext, orderPage } from './order-mail-data.ts'

/** The email for a shipped order, with a button to the carrier's tracking page if there is one. */
export function orderShippedMail(context: OrderMailContext): Mail {
  const { order, letterhead } = context
  const { tracking } = order
  const link = tracking && trackingLink(tracking)
  const track = link !== null && { href: link }
  return {
    ...orderEnvelope('order_shipped', context),
    content: {
      subject: `Your ${letterhead.name} order ${order.number} has shipped`,
      preheader:
        tracking === null ? 'Your parts are on their way.' : `Tracking number ${tracking.trackingNumber}`,
      heading: 'Your parts are on their way',
      paragraphs: [`${greeting(order)}we shipped your order ${order.number}.`],
      facts: [
        ...orderedFacts(context),
        ...(tracking && tracking.carrier !== 'Other' ? [{ label: 'Carrier', value: tracking.carrier }] : []),
        ...(tracking ? [{ label: 'Tracking number', value: tracking.trackingNumber, ...track }] : []),
        { label: 'Ship to', value: order.address },
      ],
      button: track
        ? { label: 'Track your package', ...track }
        : { label: 'View your order', href: orderPage(context) },
      ...(track && {
        notes: ["New tracking numbers can take a day to show up on the carrier's site."],
      }),
    },
  }
}
