import type { Mail } from './mail.ts'
import { momentText } from './moment-text.ts'
import {
  greeting,
  orderedFacts,
  orderEnvelope,
  type OrderMailContext,
  paymentPage,
  usd,
} from './order-mail-data.ts'

/** The email for a placed order: until when its parts are held, with a button to pay. */
export function orderPlacedMail(context: OrderMailContext): Mail {
  const { order, letterhead } = context
  const until = momentText(order.holdExpiresAt)
  return {
    ...orderEnvelope('order_placed', context),
    content: {
      subject: `Your ${letterhead.name} order ${order.number}`,
      preheader: `We're holding your parts until ${until}.`,
      heading: 'We got your order',
      paragraphs: [
        `${greeting(order)}thanks for your order. We're holding your parts until ${until}. Pay by then and we'll get them ready to ship.`,
      ],
      facts: [
        ...orderedFacts(context),
        { label: 'Unit price', value: usd(order.unitPriceCents) },
        { label: 'Total', value: usd(order.totalCents), strong: true },
      ],
      button: { label: `Pay ${usd(order.totalCents)}`, href: paymentPage(context) },
      notes: [
        'Changed your mind? You can delete the order on your orders page until you pay for it. Without payment, the parts go back on the shelf.',
      ],
    },
  }
}
