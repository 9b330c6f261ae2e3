import { trackingLink } from '../orders/tracking.ts'
import type { Mail } from './mail.ts'
import { numberInMail, orderMail, type OrderMailContext, viewButton } from './order-mail.ts'

/** The email for a shipped order, with a button to the carrier's tracking page if there is one. */
export function orderShippedMail(context: OrderMailContext): Mail {
  const { order, letterhead } = context
  const { carrier, tracking_number: trackingNumber } = order
  const href = carrier && trackingNumber && trackingLink({ carrier, trackingNumber })
  const number = numberInMail(context)
  const open = order.parts.filter(({ shipped, canceled, quantity }) => !shipped && canceled < quantity)
  return orderMail('order_shipped', context, {
    subject: `Your ${letterhead.name} order ${number} has shipped`,
    preheader: trackingNumber ? `Tracking number ${trackingNumber}` : 'Your parts are on their way.',
    heading: 'Your parts are on their way',
    paragraph: `we shipped your order ${number}.`,
    parts: order.parts.filter(({ orderId }) => orderId === order.id),
    facts: [
      ...(carrier && carrier !== 'Other' ? [{ label: 'Carrier', value: carrier }] : []),
      ...(trackingNumber
        ? [{ label: 'Tracking number', value: trackingNumber, code: true, ...(href && { href }) }]
        : []),
      { label: 'Ship to', value: order.customer_address },
      ...(open.length > 0
        ? [{ label: 'Still to come', value: open.map(({ name }) => name).join(', ') }]
        : []),
    ],
    button: href ? { label: 'Track your package', href } : viewButton(context),
    notes: [
      ...(href ? ["New tracking numbers can take a day to show up on the carrier's site."] : []),
      ...(letterhead.returns === undefined ? [] : [letterhead.returns]),
    ],
  })
}
