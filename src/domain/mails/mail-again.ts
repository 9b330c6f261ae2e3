import { z } from 'zod'
import { boundedText } from '../shared/text.ts'

/** The emails to a customer that admins can send again. Those of refunds and holds are about one moment. */
export const KINDS_AGAIN = ['order_placed', 'order_paid', 'order_shipped', 'address_corrected'] as const
export type KindAgain = (typeof KINDS_AGAIN)[number]

/** Body of `POST /orders/{id}/mails`: one of the emails that the order led to. */
export const SendOrderMailInput = z.object({
  kind: z.enum(KINDS_AGAIN, 'This email can’t be sent again'),
  about: boundedText(100).default(''),
})
export type SendOrderMailInput = z.infer<typeof SendOrderMailInput>

/**
 * Whether an email can be sent again: it says what the order is now, so "order received" cannot be once the
 * receipt has everything, nor a correction once the parcel has gone to the address.
 */
export function maySendAgain(kind: string, order: { paid: boolean; shipped: boolean }): kind is KindAgain {
  if (kind === 'order_placed') return !order.paid
  if (kind === 'address_corrected') return !order.shipped
  return (KINDS_AGAIN as readonly string[]).includes(kind)
}
