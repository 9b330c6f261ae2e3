import type { Selectable } from 'kysely'
import type { OrdersTable } from '#db/schema/orders.ts'
import * as paths from '#paths.ts'
import { quantityText } from '../products/unit.ts'
import { dollarsFromCents, formatUsd } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import type { Letterhead } from './letterhead.ts'
import type { Mail, MailContent, MailFact, MailKind } from './mail.ts'

/**
 * The row of an order, its account's name now, and whether the account's email address is verified. Greetings
 * have that name: the one in the order may be of the person who had the account before its owner claimed it.
 */
export type MailedOrder = Selectable<OrdersTable> & { account_name: string; email_verified: boolean }

/** The data of an email about an order. */
export type OrderMailContext = { order: MailedOrder; letterhead: Letterhead }

/** The paragraph continues the greeting. The facts follow those of the ordered part. */
type OrderMailContent = Omit<MailContent, 'paragraphs' | 'facts'> & {
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
  const greeting = order.email_verified && order.account_name ? `Hi ${order.account_name}, ` : 'Hi, '
  return {
    id: [kind.replaceAll('_', '-'), order.id, about.replaceAll(/[^A-Za-z0-9]/g, '')]
      .filter(Boolean)
      .join('.'),
    kind,
    to: order.customer_email,
    ...(letterhead.email !== undefined && { replyTo: letterhead.email }),
    content: {
      ...content,
      paragraphs: [greeting + paragraph],
      facts: [
        {
          label: 'Order',
          value: numberInMail({ order, letterhead }),
          href: letterhead.url + paths.order(order.id),
        },
        { label: 'Part', value: order.product_name },
        ...(order.vehicle === null ? [] : [{ label: 'For', value: order.vehicle }]),
        { label: 'Quantity', value: quantityText(order.quantity, order.unit) },
        ...facts,
      ],
    },
  }
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
