import { formatCountOf } from '../shared/format-count.ts'
import { formatCents, sum } from '../shared/money.ts'
import { formatMailDay } from './format-moment.ts'
import type { Mail } from './mail.ts'
import { numberInMail, orderMail, type OrderMailContext, viewButton } from './order-mail.ts'

/** Old parts of one order that can still be sent back. `until`: ISO 8601. */
export type MailedCores = { orderId: string; quantity: number; amountCents: number; until: string }

/** A reminder to send old parts back, before their deposit is kept. */
export function coreEndingMail(context: OrderMailContext, cores: readonly MailedCores[]): Mail {
  const { order, letterhead } = context
  const amount = formatCents(sum(cores.map(({ amountCents }) => amountCents)))
  return orderMail('core_ending', context, {
    subject: `Your deposit of ${amount} for old parts`,
    preheader: `Order ${numberInMail(context)}: send your old parts back to get it.`,
    heading: 'Send your old parts back',
    paragraph: `you paid a deposit of ${amount} for old parts of order ${numberInMail(context)}. You get it back if you send them in time.`,
    parts: order.parts.filter(({ orderId }) => cores.some((core) => core.orderId === orderId)),
    facts: cores.map(({ orderId, quantity, until }) => ({
      label: order.parts.find((part) => part.orderId === orderId)?.name ?? 'Old part',
      value: `${formatCountOf(quantity, 'old part')} by ${formatMailDay(new Date(until), letterhead.timeZone)}`,
      strong: true,
    })),
    button: viewButton(context),
    notes: ['Sent them already? Then you can ignore this email.'],
  })
}
