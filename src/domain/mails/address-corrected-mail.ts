import type { Mail } from './mail.ts'
import { numberInMail, orderMail, type OrderMailContext, viewButton } from './order-mail.ts'

/**
 * Tells the customer that the shipping address of an order has changed.
 * @param correction distinguishes the corrections of one order.
 */
export function addressCorrectedMail(context: OrderMailContext, correction: string): Mail {
  const { order } = context
  const number = numberInMail(context)
  // Without verification or payment, the mailbox may be another person's, who must not get a stranger's
  // words.
  const isKnown = order.email_verified || order.paid_at !== null
  return orderMail(
    'address_corrected',
    context,
    {
      subject: `The address of your order ${number} has changed`,
      preheader: 'Your parts ship to the new address.',
      heading: 'We have your new address',
      paragraph: `the shipping address of your order ${number} was corrected.`,
      facts: isKnown
        ? [
            { label: 'Ship to', value: order.customer_address },
            { label: 'Phone', value: order.customer_phone },
          ]
        : [],
      button: viewButton(context),
      notes: ["Wasn't this you? Reply to this email before your parts ship."],
    },
    correction,
  )
}
