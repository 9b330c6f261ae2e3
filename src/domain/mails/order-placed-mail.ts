import { formatMoment } from './format-moment.ts'
import type { Mail } from './mail.ts'
import {
  arrivalFacts,
  costFacts,
  numberInMail,
  orderMail,
  type OrderMailContext,
  payButton,
} from './order-mail.ts'

/** The email for a placed order: until when its parts are held, with a button to pay. */
export function orderPlacedMail(context: OrderMailContext): Mail {
  const { order, letterhead } = context
  const until = formatMoment(order.hold_expires_at, letterhead.timeZone)
  return orderMail('order_placed', context, {
    subject: `Your ${letterhead.name} order ${numberInMail(context)}`,
    preheader: `We're holding your parts until ${until}.`,
    heading: 'We got your order',
    paragraph: `thanks for your order. We're holding your parts until ${until}. Pay by then and we'll get them ready to ship.`,
    facts: [...costFacts(context, 'Total'), ...arrivalFacts(context)],
    button: payButton(context),
    notes: [
      'Changed your mind? You can delete the order on your orders page until you pay for it. Without payment, the parts go back on the shelf.',
    ],
  })
}
