import { orderPath, paymentPath } from '../orders/order-path.ts'
import type { Tracking } from '../orders/tracking.ts'
import { quantityText } from '../products/unit.ts'
import { dollarsFromCents, formatUsd } from '../shared/money.ts'
import type { Letterhead } from './letterhead.ts'
import type { Mail, MailFact, MailKind } from './mail.ts'

/** An order as emails show it. */
export type OrderMailData = {
  id: string
  /** Formatted: "DL-10042". */
  number: string
  to: string
  /**
   * Blank when the customer's email is unverified: the mailbox may be another person's, who must not get a
   * stranger's words.
   */
  customerName: string
  productName: string
  quantity: number
  /** The unit of sale: "set of 4". */
  unit: string
  unitPriceCents: number
  totalCents: number
  address: string
  vehicle: string | null
  holdExpiresAt: Date
  paidAt: Date | null
  transactionId: string | null
  tracking: Tracking | null
}

/** The data of an email about an order. */
export type OrderMailContext = { order: OrderMailData; letterhead: Letterhead }

export function orderPage({ order, letterhead }: OrderMailContext): string {
  return letterhead.url + orderPath(order.id)
}

/** The page where an order is paid. */
export function paymentPage({ order, letterhead }: OrderMailContext): string {
  return letterhead.url + paymentPath(order.id)
}

/** "$311.20" */
export function usd(cents: number): string {
  return formatUsd(dollarsFromCents(cents))
}

/** "Hi Casey Morgan, " or "Hi, " */
export function greeting({ customerName }: OrderMailData): string {
  return customerName ? `Hi ${customerName}, ` : 'Hi, '
}

/**
 * The envelope of an email about an order: every copy has the same id. `about` distinguishes several of one
 * kind.
 */
export function orderEnvelope(
  kind: MailKind,
  { order, letterhead }: OrderMailContext,
  about = '',
): Omit<Mail, 'content'> {
  return {
    id: [kind.replaceAll('_', '-'), order.id, about.replaceAll(/[^A-Za-z0-9]/g, '')]
      .filter(Boolean)
      .join('.'),
    kind,
    to: order.to,
    ...(letterhead.email !== undefined && { replyTo: letterhead.email }),
  }
}

/** The ordered part, with the number as a link to the order's page. */
export function orderedFacts(context: OrderMailContext): MailFact[] {
  const { number, productName, quantity, unit, vehicle } = context.order
  return [
    { label: 'Order', value: number, href: orderPage(context) },
    { label: 'Part', value: productName },
    ...(vehicle === null ? [] : [{ label: 'For', value: vehicle }]),
    { label: 'Quantity', value: quantityText(quantity, unit) },
  ]
}
