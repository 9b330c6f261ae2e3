import { formatCents } from '../shared/money.ts'
import type { Mail } from './mail.ts'
import { numberInMail, orderMail, type OrderMailContext, viewButton } from './order-mail.ts'

/**
 * The email for canceled pieces of an order. The money is announced once it is on its way.
 * @param canceled.pieces what was canceled, in words; `amountCents`: what is given back for it;
 * `isOwed`: whether a refund of the order has not gone through.
 * @param canceled.reason why the store canceled them.
 * @param canceled.about distinguishes the cancellations of one order.
 */
export function orderCanceledMail(
  context: OrderMailContext,
  {
    pieces,
    amountCents,
    reason,
    isOwed,
    about,
  }: { pieces: string; amountCents: number; reason: string | undefined; isOwed: boolean; about: string },
): Mail {
  const number = numberInMail(context)
  const remaining = context.order.parts
    .map((part) => ({ ...part, quantity: part.quantity - part.canceled }))
    .filter(({ quantity }) => quantity > 0)
  const content = {
    subject:
      remaining.length > 0
        ? `Parts of your ${context.letterhead.name} order ${number} were canceled`
        : `Your ${context.letterhead.name} order ${number} was canceled`,
    preheader: amountCents > 0 ? `You get ${formatCents(amountCents)} back.` : `Order ${number}`,
    heading: remaining.length > 0 ? 'Parts of your order were canceled' : 'Your order was canceled',
    paragraph: `we canceled ${pieces}. ${
      amountCents > 0
        ? `We give ${formatCents(amountCents)} back to your card, and write to you once the money is on its way.`
        : isOwed
          ? 'The refund of what you paid for it has not gone through yet; we take care of it.'
          : 'What you paid for it was given back before.'
    }`,
    parts: remaining,
    facts: [{ label: 'Given back', value: formatCents(amountCents), strong: true }],
    button: viewButton(context),
    ...(reason !== undefined && { notes: [`From the store: ${reason}`] }),
  }
  return orderMail('order_canceled', context, content, about)
}
