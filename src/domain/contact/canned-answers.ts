import type { Order } from '../orders/order.ts'
import { trackingLink, trackingOf } from '../orders/tracking.ts'
import type { Message } from './contact-message.ts'

/** A prepared answer that an admin completes in the mail program. */
export type CannedAnswer = { key: string; label: string; text: string }

/** Characters of the message that a reply quotes: mail programs refuse longer links. */
const QUOTED_CHARACTERS = 1000

/**
 * Whether the order's facts may be told to the sender: only its own customer's address gets them, since
 * anyone can type an order number.
 */
export function isOwnOrder({ email }: Pick<Message, 'email'>, order: Pick<Order, 'customerEmail'>): boolean {
  return order.customerEmail === email
}

/**
 * The prepared answers to a message.
 * @param order the one that it is about; its facts are left out when it is another customer's.
 * @param store the store's name. `formatDay`: writes an ISO date.
 */
export function cannedAnswers(
  message: Pick<Message, 'name' | 'email'>,
  order: Order | undefined,
  { store, formatDay }: { store: string; formatDay: (iso: string) => string },
): readonly CannedAnswer[] {
  const own = order && isOwnOrder(message, order) ? order : undefined
  const letter = (...paragraphs: string[]) => [`Hi ${message.name},`, ...paragraphs, store].join('\n\n')
  return [
    { key: 'order', label: 'Where is my order', text: letter(...whereabouts(own, formatDay)) },
    {
      key: 'part',
      label: 'Which part fits',
      text: letter(
        'To be sure that the part fits, please send us the year, model and engine of your car, or its VIN. The number stamped on the old part helps, too.',
      ),
    },
    {
      key: 'return',
      label: 'Return a part',
      text: letter(
        `I’m sorry that the part ${own ? `of order ${own.number} ` : ''}isn’t right. Please reply with ${own ? '' : 'your order number and '}what is wrong with it, and a picture if it is damaged. We’ll write back how to return it.`,
      ),
    },
  ]
}

function whereabouts(order: Order | undefined, formatDay: (iso: string) => string): string[] {
  if (!order)
    return ['Please send us your order number from the address that you ordered with, and we’ll look it up.']
  const { number, productName } = order
  if (order.refunded) return [`Your payment for order ${number} (${productName}) was refunded.`]
  if (order.shippedAt) {
    const tracking = trackingOf(order)
    const link = tracking && trackingLink(tracking)
    return [
      `Your order ${number} (${productName}) shipped on ${formatDay(order.shippedAt)}${tracking ? ` with ${tracking.carrier === 'Other' ? 'a carrier' : tracking.carrier}. The tracking number is ${tracking.trackingNumber}` : ''}.`,
      ...(link ? [`Track it here: ${link}`] : []),
    ]
  }
  return order.paid
    ? [
        `Your order ${number} (${productName}) is paid, and we’re getting it ready to ship. We’ll email you when it’s on its way.`,
      ]
    : [
        `Your order ${number} (${productName}) isn’t paid yet. It ships once you’ve paid: you’ll find it under My Orders.`,
      ]
}

/** The address of a reply in the admin's mail program: the answer, and the message quoted below it. */
export function replyLink(message: Message, answer: string, orderNumber: string | undefined): string {
  const quoted = message.message.slice(0, QUOTED_CHARACTERS)
  const cut = quoted.length < message.message.length ? `${quoted.trimEnd()} …` : quoted
  const body = [answer, `${message.name} wrote:`, cut.replaceAll(/^/gm, '> ')].filter(Boolean).join('\n\n')
  const subject = `Re: your message${orderNumber ? ` about order ${orderNumber}` : ''}`
  return `mailto:${encodeURIComponent(message.email).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll(/\r?\n/g, '\r\n'))}`
}
