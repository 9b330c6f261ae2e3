import { formatMoment } from './format-moment.ts'
import type { Mail } from './mail.ts'
import { costFacts, numberInMail, orderMail, type OrderMailContext, payButton } from './order-mail.ts'

/** A reminder to pay an order shortly before its hold ends. Useless afterwards. */
export function holdEndingMail(context: OrderMailContext): Mail {
  const { hold_expires_at: holdExpiresAt } = context.order
  const until = formatMoment(holdExpiresAt, context.letterhead.timeZone)
  const mail = orderMail('hold_ending', context, {
    subject: `Your parts are on hold until ${until}`,
    preheader: `Order ${numberInMail(context)} isn't paid yet.`,
    heading: 'Your hold ends soon',
    paragraph: `order ${numberInMail(context)} isn't paid yet. We're holding your parts until ${until}. After that they go back on the shelf and may sell out.`,
    facts: costFacts(context, 'Total'),
    button: payButton(context),
    notes: ['Already paid, or changed your mind? Then you can ignore this email.'],
  })
  return { ...mail, usableUntil: holdExpiresAt.toISOString() }
}
