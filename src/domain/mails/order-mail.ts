import type { Selectable } from 'kysely'
import type { OrdersTable } from '#db/schema/orders.ts'
import * as paths from '#paths.ts'
import { readPictureUrl, thumbnailSources } from '../products/picture-sources.ts'
import { quantityText } from '../products/unit.ts'
import { dollarsFromCents, formatUsd } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import { greetingOf } from './greeting.ts'
import type { Letterhead } from './letterhead.ts'
import { isMailUrl } from './mail-url.ts'
import type { Mail, MailContent, MailFact, MailKind, MailPart, MailPicture } from './mail.ts'

/**
 * The row of an order, its account's name now, whether the account's email address is verified, and the part
 * number ('' without one). Greetings have that name: the one in the order may be of the person who had the
 * account before its owner claimed it.
 */
export type MailedOrder = Selectable<OrdersTable> & {
  account_name: string
  email_verified: boolean
  part_number: string
}

/** The data of an email about an order. */
export type OrderMailContext = { order: MailedOrder; letterhead: Letterhead }

/** The paragraph continues the greeting. The facts follow the ordered part and the order's number. */
type OrderMailContent = Omit<MailContent, 'paragraphs' | 'parts' | 'facts'> & {
  paragraph: string
  facts: readonly MailFact[]
}

/**
 * An email about an order: every copy has the same id. The order number links to the order's page.
 * @param about distinguishes several emails of one kind.
 */
export function orderMail(
  kind: MailKind,
  { order, letterhead }: OrderMailContext,
  { paragraph, facts, ...content }: OrderMailContent,
  about = '',
): Mail {
  // Without verification, the mailbox may be another person's, who must not get a stranger's words.
  const greeting = greetingOf(order.email_verified ? order.account_name : '')
  return {
    id: [kind.replaceAll('_', '-'), order.id, about.replaceAll(/[^A-Za-z0-9]/g, '')]
      .filter(Boolean)
      .join('.'),
    kind,
    to: order.customer_email,
    ...(letterhead.email !== undefined && { replyTo: letterhead.email }),
    content: {
      ...content,
      paragraphs: [`${greeting} ${paragraph}`],
      parts: [partOf(order, letterhead)],
      facts: [
        {
          label: 'Order',
          value: numberInMail({ order, letterhead }),
          href: letterhead.url + paths.order(order.id),
        },
        ...facts,
      ],
    },
  }
}

function partOf(order: MailedOrder, { url }: Letterhead): MailPart {
  const picture = pictureOf(order.picture, url)
  return {
    name: order.product_name,
    ...(order.part_number !== '' && { number: order.part_number }),
    ...(order.vehicle !== null && { vehicle: order.vehicle }),
    quantity: quantityText(order.quantity, order.unit),
    price: usd(order.unit_price_cents),
    ...(picture && { picture }),
  }
}

/** How wide a picture is shown, and at most how high, in px. */
const PICTURE_PX = 88

/**
 * A part's picture in its smallest size, with its own proportions; null for a part without one: mail programs
 * do not show the drawing that stands in for it.
 */
function pictureOf(picture: string, storeUrl: string): MailPicture | null {
  const own = readPictureUrl(picture)
  const url = own ? storeUrl + thumbnailSources(picture).src : picture
  if (!isMailUrl(url)) return null
  const { width, height } = own ?? { width: 1, height: 1 }
  const scale = PICTURE_PX / Math.max(width, height)
  return { url, width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** What an order costs: nothing is charged for shipping. @param label of its total. */
export function costFacts({ order }: OrderMailContext, label: string): MailFact[] {
  const total = usd(order.total_cents)
  return [
    { label: 'Subtotal', value: total },
    { label: 'Shipping', value: 'Free' },
    { label, value: total, strong: true },
  ]
}

/** The order's number for people. */
export function numberInMail({ order, letterhead }: OrderMailContext): string {
  return formatOrderNumber(order.number, letterhead.orderPrefix)
}

/** The button to the order's page. */
export function viewButton({ order, letterhead }: OrderMailContext) {
  return { label: 'View your order', href: letterhead.url + paths.order(order.id) }
}

/** The button to the page where the order is paid. */
export function payButton({ order, letterhead }: OrderMailContext) {
  return { label: `Pay ${usd(order.total_cents)}`, href: letterhead.url + paths.payment(order.id) }
}

/** "$311.20" */
export function usd(cents: number): string {
  return formatUsd(dollarsFromCents(cents))
}
