import * as paths from '#paths.ts'
import { quantityText } from '../products/unit.ts'
import { postageText } from '../returns/postage-text.ts'
import type { ReturnReason } from '../returns/return.ts'
import { formatCountOf } from '../shared/format-count.ts'
import { formatCents } from '../shared/money.ts'
import { formatReturnNumber } from '../shared/return-number.ts'
import { formatMailDay } from './format-moment.ts'
import type { Mail } from './mail.ts'
import { numberInMail, orderMail, type OrderMailContext, viewButton } from './order-mail.ts'

/** A return as emails show it. Dates are ISO 8601. */
export type MailedReturn = {
  id: string
  number: number
  /** Of its decision; '' without one. */
  note: string
  sendBy: string | null
  /** What is given back for it. */
  amountCents: number | null
  lines: readonly {
    orderId: string
    /** Whether it is an old part, sent back for its deposit. */
    core: boolean
    quantity: number
    received: number
    /** Whether all that was paid for its pieces has been credited. */
    credited: boolean | null
    reason: ReturnReason | 'core'
    words: string
  }[]
}

/** The email for a return that may be sent, with its slip, and who pays for the way. */
export function returnApprovedMail(context: OrderMailContext, returned: MailedReturn): Mail {
  const { letterhead } = context
  const number = formatReturnNumber(returned.number)
  const by = returned.sendBy === null ? null : formatMailDay(new Date(returned.sendBy), letterhead.timeZone)
  const hasCores = returned.lines.some(({ core }) => core)
  const content = {
    subject: `Your ${letterhead.name} return ${number}`,
    preheader: by === null ? `Order ${numberInMail(context)}` : `Send it by ${by}.`,
    heading: 'You can send it back',
    paragraph: `you can send back ${piecesOf(context, returned, 'quantity')}. Print the slip, and put it into the parcel. No printer? Write ${number} on the parcel.`,
    facts: [
      { label: 'Return', value: number, code: true },
      ...(by === null ? [] : [{ label: 'Send it by', value: by, strong: true }]),
    ],
    button: { label: 'Print the slip', href: letterhead.url + paths.returnSlip(returned.id) },
    notes: [
      ...noteOf(returned),
      postageText(returned.lines),
      ...(hasCores ? ['An old part goes back complete, drained, and in the box of the new one.'] : []),
    ],
  }
  return returnMail('return_approved', context, returned, content)
}

/** The email for a return that is not accepted. */
export function returnDeclinedMail(context: OrderMailContext, returned: MailedReturn): Mail {
  const number = formatReturnNumber(returned.number)
  return returnMail('return_declined', context, returned, {
    subject: `Your ${context.letterhead.name} return ${number} was declined`,
    preheader: `Order ${numberInMail(context)}`,
    heading: 'We cannot take it back',
    paragraph: `we cannot take back ${piecesOf(context, returned, 'quantity')}. Please do not send it. Reply to this email if you have a question.`,
    facts: [{ label: 'Return', value: number, code: true }],
    button: viewButton(context),
    notes: noteOf(returned),
  })
}

/** The email for a return that the store has canceled: its parcel may be on its way all the same. */
export function returnCanceledMail(context: OrderMailContext, returned: MailedReturn): Mail {
  const number = formatReturnNumber(returned.number)
  return returnMail('return_canceled', context, returned, {
    subject: `Your ${context.letterhead.name} return ${number} was canceled`,
    preheader: `Order ${numberInMail(context)}`,
    heading: 'We no longer expect it',
    paragraph: `your return of ${piecesOf(context, returned, 'quantity')} was canceled. Please do not send it now. If it is on its way, you need not do anything: we write to you when it arrives.`,
    facts: [{ label: 'Return', value: number, code: true }],
    button: viewButton(context),
    notes: noteOf(returned),
  })
}

/**
 * The email for what arrived of a return. The money is announced once it is on its way.
 * @param isOwed whether a refund of the order has not gone through.
 */
export function returnReceivedMail(context: OrderMailContext, returned: MailedReturn, isOwed: boolean): Mail {
  const number = formatReturnNumber(returned.number)
  const amountCents = returned.amountCents ?? 0
  const received = returned.lines.filter((line) => line.received > 0)
  return returnMail('return_received', context, returned, {
    subject: `Your ${context.letterhead.name} return ${number} has arrived`,
    preheader:
      amountCents > 0 ? `You get ${formatCents(amountCents)} back.` : `Order ${numberInMail(context)}`,
    heading: 'Your return has arrived',
    paragraph: `we got ${piecesOf(context, returned, 'received')}. ${
      amountCents > 0
        ? `We give ${formatCents(amountCents)} back to your card, and write to you once the money is on its way.`
        : isOwed
          ? 'A refund of this order has not gone through yet; we take care of it.'
          : received.length > 0 && received.every(({ credited }) => credited)
            ? 'What you paid for it was given back before.'
            : 'Nothing is refunded for it. Reply to this email if you have a question.'
    }`,
    facts: [
      { label: 'Return', value: number, code: true },
      { label: 'Given back', value: formatCents(amountCents), strong: true },
    ],
    button: viewButton(context),
  })
}

/** "2 pieces of Alternator and 1 old part of Alternator" */
export function piecesOf(
  { order }: OrderMailContext,
  { lines }: MailedReturn,
  count: 'quantity' | 'received',
): string {
  const texts = lines.flatMap((line) => {
    const part = order.parts.find(({ orderId }) => orderId === line.orderId)
    if (!part || line[count] === 0) return []
    const many = line.core ? formatCountOf(line[count], 'old part') : quantityText(line[count], part.unit)
    return [`${many} of ${part.name}`]
  })
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}` : (texts[0] ?? '')
}

function noteOf({ note }: MailedReturn): string[] {
  return note === '' ? [] : [`From the store: ${note}`]
}

function returnMail(
  kind: 'return_approved' | 'return_declined' | 'return_canceled' | 'return_received',
  context: OrderMailContext,
  { id, lines }: MailedReturn,
  content: Parameters<typeof orderMail>[2],
): Mail {
  const parts = context.order.parts.filter(({ orderId }) => lines.some((line) => line.orderId === orderId))
  return orderMail(kind, context, { parts, ...content }, id)
}
