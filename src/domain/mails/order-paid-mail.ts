import * as paths from '#paths.ts'
import { formatDocumentNumber } from '../shared/document-number.ts'
import { formatCountOf } from '../shared/format-count.ts'
import { formatCents } from '../shared/money.ts'
import { formatMailDay } from './format-moment.ts'
import type { Mail } from './mail.ts'
import {
  arrivalFacts,
  costFacts,
  numberInMail,
  orderMail,
  type OrderMailContext,
  returnNotes,
  viewButton,
} from './order-mail.ts'

/** The receipt of a paid order, and what happens next. */
export function orderPaidMail(context: OrderMailContext): Mail {
  const { order, letterhead } = context
  const total = formatCents(order.purchase.totalCents)
  return orderMail('order_paid', context, {
    subject: `Your ${letterhead.name} receipt for order ${numberInMail(context)}`,
    preheader: `We got your payment of ${total}. Next: we ship your parts.`,
    heading: 'Thanks, your order is paid',
    paragraph: `we got your payment of ${total}. We're getting your parts ready, and we'll email you when they ship.`,
    facts: [
      ...costFacts(context, 'Total paid'),
      ...(order.paid_at === null
        ? []
        : [{ label: 'Paid on', value: formatMailDay(order.paid_at, letterhead.timeZone) }]),
      ...(order.invoice && order.lines > 1
        ? [
            {
              label: 'Invoice',
              value: formatDocumentNumber(order.invoice),
              href: letterhead.url + paths.document(order.invoice.id),
            },
          ]
        : []),
      ...(order.transaction_id === null
        ? []
        : [{ label: 'Transaction', value: order.transaction_id, code: true }]),
      { label: 'Ship to', value: order.customer_address },
      ...arrivalFacts(context),
    ],
    button: viewButton(context),
    notes: [
      'Something wrong with the address? Correct it on your order’s page before your parts ship.',
      ...(order.purchase.coreCents > 0
        ? [
            `Send your old parts back for their deposit: you have ${formatCountOf(order.purchase.coreDays, 'day')} from when we ship.`,
          ]
        : []),
      ...returnNotes(context, order.parts),
    ],
  })
}
