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

/** A reminder to pay an order shortly before its hold ends. Useless afterwards. */
export function holdEndingMail(context: OrderMailContext): Mail {
  const { order } = context
  const until = momentText(order.holdExpiresAt)
  return {
    ...orderEnvelope('hold_ending', context),
    usableUntil: order.holdExpiresAt.toISOString(),
    content: {
      subject: `Your parts are on hold until ${until}`,
      preheader: `Order ${order.number} isn't paid yet.`,
      heading: 'Your hold ends soon',
      paragraphs: [
        `${greeting(order)}order ${order.number} isn't paid yet. We're holding your parts until ${until}. After that they go back on the shelf and may sell out.`,
      ],
      facts: [...orderedFacts(context), { label: 'Total', value: usd(order.totalCents), strong: true }],
      button: { label: `Pay ${usd(order.totalCents)}`, href: paymentPage(context) },
      notes: ['Already paid, or changed your mind? Then you can ignore this email.'],
    },
  }
}
