import { quantityText } from '../products/unit.ts'
import { formatCountOf } from '../shared/format-count.ts'
import type { Mail } from './mail.ts'
import { numberInMail, orderMail, type OrderMailContext, usd, viewButton } from './order-mail.ts'
import { isPlainAddress } from './plain-address.ts'

/** The email to the store for an order that is paid and must ship. */
export function storeOrderPaidMail(context: OrderMailContext, to: string): Mail {
  const { quantity, unit, product_name: part, purchase, customer_name: name, parts } = context.order
  const more = parts.length > 1 ? ` and ${formatCountOf(parts.length - 1, 'more part')}` : ''
  return storeMail('store_order_paid', context, to, {
    subject: `New order ${numberInMail(context)}: ${quantityText(quantity, unit)}, ${part}${more}`,
    preheader: `${usd(purchase.totalCents)} paid by ${name}.`,
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

/** Replies go to the customer. */
function storeMail(
  kind: 'store_order_paid' | 'store_address_corrected',
  context: OrderMailContext,
  to: string,
  content: { subject: string; preheader: string; heading: string; paragraph: string },
  about?: string,
): Mail {
  const { order } = context
  const facts = [
    { label: 'Total paid', value: usd(order.purchase.totalCents), strong: true },
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
