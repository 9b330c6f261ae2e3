import { quantityText } from '../products/unit.ts'
import { RETURN_REASON_LABELS } from '../returns/return.ts'
import { formatCountOf } from '../shared/format-count.ts'
import { formatCents } from '../shared/money.ts'
import { formatReturnNumber } from '../shared/return-number.ts'
import type { Mail, MailKind } from './mail.ts'
import { numberInMail, orderMail, type OrderMailContext, viewButton } from './order-mail.ts'
import { isPlainAddress } from './plain-address.ts'
import { type MailedReturn, piecesOf } from './return-mails.ts'

/** The email to the store for an order that is paid and must ship. */
export function storeOrderPaidMail(context: OrderMailContext, to: string): Mail {
  const { quantity, unit, product_name: part, purchase, customer_name: name, parts } = context.order
  const more = parts.length > 1 ? ` and ${formatCountOf(parts.length - 1, 'more part')}` : ''
  return storeMail('store_order_paid', context, to, {
    subject: `New order ${numberInMail(context)}: ${quantityText(quantity, unit)}, ${part}${more}`,
    preheader: `${formatCents(purchase.totalCents)} paid by ${name}.`,
    heading: 'New order to ship',
    paragraph: `Order ${numberInMail(context)} is paid and ready to ship.`,
  })
}

/**
 * The email to the store when a customer has changed the address of a paid order.
 * @param correction distinguishes the corrections of one order.
 */
export function storeAddressCorrectedMail(context: OrderMailContext, to: string, correction: string): Mail {
  const number = numberInMail(context)
  const content = {
    subject: `New address for order ${number}`,
    preheader: 'Ship it to the address in this email.',
    heading: 'The customer changed the address',
    paragraph: `Order ${number} now ships to the address below. If its packing slip is already printed, print it again.`,
  }
  return storeMail('store_address_corrected', context, to, content, correction)
}

/**
 * The email to the store when a refund has failed: it is still owed.
 * @param refund.about distinguishes the failures of one order; `failure`: why.
 */
export function storeRefundFailedMail(
  context: OrderMailContext,
  to: string,
  { amountCents, failure, about }: { amountCents: number; failure: string; about: string },
): Mail {
  const number = numberInMail(context)
  const content = {
    subject: `A refund of ${formatCents(amountCents)} for order ${number} failed`,
    preheader: 'The customer has not got the money yet.',
    heading: 'A refund failed',
    paragraph: `The refund of ${formatCents(amountCents)} for order ${number} did not go through (${failure.replaceAll('_', ' ')}). Open the order to send it again, or to note how you paid it back otherwise.`,
  }
  return storeMail('store_refund_failed', context, to, content, about)
}

/** The email to the store for a return that waits for its decision. */
export function storeReturnRequestedMail(
  context: OrderMailContext,
  to: string,
  returned: MailedReturn,
): Mail {
  const number = formatReturnNumber(returned.number)
  const quote = returned.lines
    .map(({ reason, words }) => `${RETURN_REASON_LABELS[reason]}${words && `: ${words}`}`)
    .join('\n')
  const content = {
    subject: `Return ${number} of order ${numberInMail(context)} waits`,
    preheader: `${context.order.customer_name} asks to return something.`,
    heading: 'A return to decide',
    paragraph: `${piecesOf(context, returned, 'quantity')} of order ${numberInMail(context)} may come back. Approve or decline the return ${number}.`,
    quote,
  }
  return storeMail('store_return_requested', context, to, content, returned.id)
}

/** Replies go to the customer. */
function storeMail(
  kind: Extract<MailKind, `store_${string}`>,
  context: OrderMailContext,
  to: string,
  content: { subject: string; preheader: string; heading: string; paragraph: string; quote?: string },
  about?: string,
): Mail {
  const { order } = context
  const facts = [
    { label: 'Total paid', value: formatCents(order.purchase.totalCents), strong: true },
    { label: 'Customer', value: order.customer_name },
    { label: 'Email', value: order.customer_email },
    { label: 'Phone', value: order.customer_phone },
    { label: 'Ship to', value: order.customer_address },
  ]
  const button = { ...viewButton(context), label: 'Open the order' }
  const mail = orderMail(kind, context, { ...content, facts, button }, about)
  return {
    ...mail,
    to,
    ...(isPlainAddress(order.customer_email) && { replyTo: order.customer_email }),
    content: { ...mail.content, paragraphs: [content.paragraph] },
  }
}
