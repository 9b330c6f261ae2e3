import type { Selectable } from 'kysely'
import type { OrdersTable } from '#db/schema/orders.ts'
import * as paths from '#paths.ts'
import { NOT_RETURNABLE } from '../content/return-promise.ts'
import { readPictureUrl, thumbnailSources } from '../products/picture-sources.ts'
import { quantityText } from '../products/unit.ts'
import { arrivalDays, arrivalText, daysText } from '../shared/delivery-days.ts'
import { formatCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import { dayOf } from '../shared/shop-days.ts'
import { greetingOf } from './greeting.ts'
import type { Letterhead } from './letterhead.ts'
import { isMailUrl } from './mail-url.ts'
import type { Mail, MailContent, MailFact, MailKind, MailPart, MailPicture } from './mail.ts'

/**
 * The row of an order, its purchase with the parts of all its orders, its account's name now, and whether the
 * account's email address is verified. Greetings have that name: the one in the order may be of the person
 * who had the account before its owner claimed it.
 */
export type MailedOrder = Selectable<OrdersTable> & {
  account_name: string
  email_verified: boolean
  purchase: MailedPurchase
  /** Null until it is paid, and if it was paid before the store had invoices. */
  invoice: { id: string; kind: 'invoice'; year: number; number: number } | null
  parts: readonly MailedLine[]
}

/** What a purchase costs, in cents. */
type MailedPurchase = {
  partsCents: number
  coreCents: number
  /** Within how many days after shipping old parts can be sent back for their deposits. */
  coreDays: number
  deliveryCents: number
  /** Null for an order that was placed alone. */
  deliveryName: string | null
  /** Both null for such an order, and for one from before they were stored. */
  daysMin: number | null
  daysMax: number | null
  taxCents: number
  taxContained: boolean
  totalCents: number
}

/** One part of a purchase. `number` is '' for a part without one. */
type MailedLine = {
  orderId: string
  /** Where it ships or has shipped to: corrections reach only what is still to ship. */
  address: string
  name: string
  number: string
  vehicle: string | null
  quantity: number
  unit: string
  unitCents: number
  /** The deposit of one unit, in cents; 0 without one. */
  coreUnitCents: number
  picture: string
  /** Whether it can be returned for any reason, not only for a fault of the store. */
  returnable: boolean
  /** Units that are neither shipped nor canceled. */
  open: number
  /** Units that were canceled once it was paid. */
  canceled: number
}

/** The data of an email about an order. */
export type OrderMailContext = { order: MailedOrder; letterhead: Letterhead }

/** The paragraph continues the greeting. The facts follow the ordered part and the order's number. */
type OrderMailContent = Omit<MailContent, 'paragraphs' | 'parts' | 'facts'> & {
  paragraph: string
  parts?: readonly MailedLine[]
  facts: readonly MailFact[]
}

/**
 * An email about an order: every copy has the same id. The order number links to the order's page.
 * @param content.parts those that it shows; default all of the purchase.
 * @param about distinguishes several emails of one kind.
 */
export function orderMail(
  kind: MailKind,
  { order, letterhead }: OrderMailContext,
  { paragraph, parts = order.parts, facts, ...content }: OrderMailContent,
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
      parts: parts.map((part) => partOf(part, letterhead)),
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

function partOf({ number, vehicle, ...part }: MailedLine, { url }: Letterhead): MailPart {
  const picture = pictureOf(part.picture, url)
  return {
    name: part.name,
    ...(number !== '' && { number }),
    ...(vehicle !== null && { vehicle }),
    quantity: quantityText(part.quantity, part.unit),
    price: formatCents(part.unitCents),
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

/** What a purchase costs. @param label of its total. */
export function costFacts({ order: { purchase } }: OrderMailContext, label: string): MailFact[] {
  const { deliveryName, taxCents, taxContained } = purchase
  return [
    { label: 'Subtotal', value: formatCents(purchase.partsCents) },
    ...(purchase.coreCents > 0
      ? [{ label: 'Core deposits (refundable)', value: formatCents(purchase.coreCents) }]
      : []),
    {
      label: deliveryName === null ? 'Shipping' : `Delivery: ${deliveryName}`,
      value: purchase.deliveryCents === 0 ? 'Free' : formatCents(purchase.deliveryCents),
    },
    ...(taxCents > 0 && deliveryName !== null
      ? [{ label: taxContained ? 'Tax, included' : 'Tax', value: formatCents(taxCents) }]
      : []),
    { label, value: formatCents(purchase.totalCents), strong: true },
  ]
}

/**
 * When the parts should arrive: how long it takes from the payment, or once it is paid, on which days.
 * Nothing when they were already late at `at`, when they shipped.
 */
export function arrivalFacts({ order, letterhead }: OrderMailContext, at?: Date): MailFact[] {
  const { daysMin, daysMax } = order.purchase
  if (daysMin === null || daysMax === null) return []
  const days = { daysMin, daysMax }
  if (order.paid_at === null) return [{ label: 'Delivery time', value: `${daysText(days)} after you pay` }]
  const { timeZone } = letterhead
  if (at && dayOf(at, timeZone) > arrivalDays(order.paid_at, days, timeZone).last) return []
  return [{ label: 'Expected delivery', value: arrivalText(order.paid_at, days, timeZone) }]
}

/** Within how many days which of these parts can be returned; none when the store promises no returns. */
export function returnNotes(
  { letterhead: { returns } }: OrderMailContext,
  parts: readonly Pick<MailedLine, 'name' | 'returnable'>[],
): string[] {
  if (returns === undefined) return []
  const kept = parts.filter(({ returnable }) => !returnable)
  if (kept.length === 0) return [returns]
  if (kept.length === parts.length) return [NOT_RETURNABLE]
  const names = new Intl.ListFormat('en').format(kept.map(({ name }) => name))
  return [returns, `${names} can't be returned, unless damaged, defective or not what you ordered.`]
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
  return {
    label: `Pay ${formatCents(order.purchase.totalCents)}`,
    href: letterhead.url + paths.payment(order.purchase_id),
  }
}
