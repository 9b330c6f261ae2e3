import * as paths from '#paths.ts'
import { linesToShip, type Purchase, purchaseTitle } from '../orders/purchase.ts'
import type { Message } from './contact-message.ts'

/** A prepared answer that an admin completes in the mail program. */
export type CannedAnswer = { key: string; label: string; text: string }

/** Characters of the message that a reply quotes: mail programs refuse longer links. */
const QUOTED_CHARACTERS = 1000

/**
 * Whether the order's facts may be told to the sender: only its own customer's address gets them, since
 * anyone can type an order number.
 */
export function isOwnOrder({ email }: Pick<Message, 'email'>, order: Pick<Purchase, 'email'>): boolean {
  return order.email === email
}

/**
 * The prepared answers to a message.
 * @param order the one that it is about; its facts are left out when it is another customer's.
 * @param store the store's name. `origin`: its public one, for links. `returns`: within how many days which
 *   parts may be returned, in a sentence; absent if it promises nothing. `formatDay`: writes the store's day
 *   of an ISO date.
 */
export function cannedAnswers(
  message: Pick<Message, 'name' | 'email'>,
  order: Purchase | undefined,
  {
    store,
    origin,
    returns,
    formatDay,
  }: {
    store: string
    origin: string
    returns?: string | undefined
    formatDay: (iso: string) => string
  },
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
      text: letter(...returning(own, origin, returns)),
    },
  ]
}

/** Who asks on the page of the order need not be asked here: only what it cannot take is. */
function returning(order: Purchase | undefined, origin: string, returns: string | undefined): string[] {
  const sorry = `I’m sorry that the part ${order ? `of order ${order.number} ` : ''}isn’t right.`
  const hasShipped = order?.status === 'shipped' || order?.status === 'partly_shipped'
  if (!hasShipped || returns === undefined)
    return [
      `${sorry} Please reply with ${order ? '' : 'your order number and '}what is wrong with it, and a picture if it is damaged. We’ll write back how to return it.`,
    ]
  return [
    `${sorry} You can return it on the page of your order: press “Return parts”, and say what is wrong.`,
    `${origin}${paths.order(order._id)}`,
    `You have ${returns} If the page doesn’t offer it, please reply with what is wrong, and a picture if it is damaged.`,
  ]
}

function whereabouts(order: Purchase | undefined, formatDay: (iso: string) => string): string[] {
  if (!order)
    return ['Please send us your order number from the address that you ordered with, and we’ll look it up.']
  const called = `${order.number} (${purchaseTitle(order)})`
  if (order.status === 'refunded') return [`Your payment for order ${called} was refunded.`]
  if (order.status === 'canceled')
    return [`Your order ${called} was canceled. What you paid for it goes back to your card.`]
  if (order.status === 'unpaid')
    return [`Your order ${called} isn’t paid yet. It ships once you’ve paid: you’ll find it under My Orders.`]
  if (order.shipments.length === 0)
    return [
      `Your order ${called} is paid, and we’re getting it ready to ship. We’ll email you when it’s on its way.`,
    ]
  const parcels = parcelsOf(order, formatDay)
  const isOne = parcels.length === 1 && order.status === 'shipped'
  const open = linesToShip(order)
  return [
    ...parcels.flatMap(({ names, shipment }) => {
      const { carrier, trackingNumber, trackingUrl, shippedAt } = shipment
      const what = isOne ? `Your order ${called}` : `Of your order ${order.number}, ${listed(names)}`
      const how =
        trackingNumber === undefined
          ? ''
          : ` with ${carrier === 'Other' ? 'a carrier' : carrier}. The tracking number is ${trackingNumber}`
      return [
        `${what} shipped on ${formatDay(shippedAt)}${how}.`,
        ...(trackingUrl ? [`Track it here: ${trackingUrl}`] : []),
      ]
    }),
    ...(open.length > 0
      ? [
          `We’re getting the rest ready to ship: ${listed(open.map(({ name }) => name))}. We’ll email you when it’s on its way.`,
        ]
      : []),
  ]
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

/** The parcels with what is in them: parts with the same day and tracking number are in one. */
function parcelsOf({ lines, shipments }: Purchase, formatDay: (iso: string) => string) {
  const nameOf = new Map(lines.map(({ orderId, name }) => [orderId, name]))
  const parcels = Map.groupBy(
    shipments,
    ({ carrier, trackingNumber, shippedAt }) => `${carrier} ${trackingNumber} ${formatDay(shippedAt)}`,
  )
  return [...parcels.values()].flatMap(([shipment, ...others]) =>
    shipment
      ? {
          shipment,
          names: [shipment, ...others].flatMap((one) =>
            one.lines.flatMap(({ orderId }) => nameOf.get(orderId) ?? []),
          ),
        }
      : [],
  )
}

/** The address of a reply in the admin's mail program: the answer, and the message quoted below it. */
export function replyLink(message: Message, answer: string, orderNumber: string | undefined): string {
  const quoted = message.message.slice(0, QUOTED_CHARACTERS)
  const cut = quoted.length < message.message.length ? `${quoted.trimEnd()} …` : quoted
  const body = [answer, `${message.name} wrote:`, cut.replaceAll(/^/gm, '> ')].filter(Boolean).join('\n\n')
  const subject = `Re: your message${orderNumber ? ` about order ${orderNumber}` : ''}`
  return `mailto:${encodeURIComponent(message.email).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll(/\r?\n/g, '\r\n'))}`
}
