import { type Tracking, trackingLink } from '../orders/tracking.ts'
import { piecesText } from '../products/unit.ts'
import { formatCountOf } from '../shared/format-count.ts'
import { formatCents } from '../shared/money.ts'
import type { Mail } from './mail.ts'
import {
  arrivalFacts,
  numberInMail,
  orderMail,
  type OrderMailContext,
  returnNotes,
  viewButton,
} from './order-mail.ts'

/** What was sent, and how to follow it. */
export type MailedParcel = {
  id: string
  tracking: Tracking | null
  /** ISO 8601. */
  shippedAt: string
  lines: readonly { orderId: string; quantity: number }[]
}

/**
 * The email for a parcel, with a button to the carrier's tracking page if there is one, and what is still to
 * come.
 */
export function orderShippedMail(
  context: OrderMailContext,
  { id: parcelId, tracking, shippedAt, lines }: MailedParcel,
): Mail {
  const { order, letterhead } = context
  const href = tracking && trackingLink(tracking)
  const number = numberInMail(context)
  const open = order.parts.filter((part) => part.open > 0)
  const sentOf = (id: string) => lines.find(({ orderId }) => orderId === id)?.quantity ?? 0
  const isPart = order.parts.some((part) => sentOf(part.orderId) < part.quantity - part.canceled)
  const sent = order.parts.flatMap((part) => {
    const quantity = sentOf(part.orderId)
    return quantity > 0 ? [{ ...part, quantity, canceled: 0 }] : []
  })
  // What has shipped whole keeps its address; of the rest, it may have been corrected since.
  const shippedTo = sent.find((part) => part.open === 0) ?? sent[0]
  const coreCents = sent.reduce((sum, part) => sum + part.quantity * part.coreUnitCents, 0)
  const content = {
    subject: `${isPart ? 'Parts of your' : 'Your'} ${letterhead.name} order ${number} ${isPart ? 'have' : 'has'} shipped`,
    preheader: tracking ? `Tracking number ${tracking.trackingNumber}` : 'Your parts are on their way.',
    heading: 'Your parts are on their way',
    paragraph: isPart
      ? `we shipped these parts of your order ${number}.`
      : `we shipped your order ${number}.`,
    parts: sent,
    facts: [
      ...(tracking && tracking.carrier !== 'Other' ? [{ label: 'Carrier', value: tracking.carrier }] : []),
      ...(tracking
        ? [{ label: 'Tracking number', value: tracking.trackingNumber, code: true, ...(href && { href }) }]
        : []),
      {
        label: 'Ship to',
        value: shippedTo?.address ?? order.customer_address,
      },
      ...arrivalFacts(context, new Date(shippedAt)),
      ...(open.length > 0
        ? [
            {
              label: 'Still to come',
              value: piecesText(open.map((part) => ({ ...part, quantity: part.open }))),
            },
          ]
        : []),
    ],
    button: href ? { label: 'Track your package', href } : viewButton(context),
    notes: [
      ...(href ? ["New tracking numbers can take a day to show up on the carrier's site."] : []),
      ...(coreCents > 0
        ? [
            `Send the old parts back within ${formatCountOf(order.purchase.coreDays, 'day')}, and get their deposit of ${formatCents(coreCents)} back: your order’s page starts it.`,
          ]
        : []),
      ...returnNotes(context, sent),
    ],
  }
  return orderMail('order_shipped', context, content, parcelId)
}
