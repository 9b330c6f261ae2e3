import { z } from 'zod'
import { ActorSchema, AuditEntrySchema } from '../audit/audit.ts'
import { requiredText } from '../shared/text.ts'
import { OrderListItemSchema } from './order.ts'

/**
 * Notes that one order can have; other orders of its customer, each with all of its parts, and changes that
 * its page shows.
 */
export const MAX_NOTES = 100
export const OTHER_ORDERS_SHOWN = 5
export const CHANGES_SHOWN = 100

/** Body of `POST /orders/{id}/notes`. */
export const OrderNoteInput = z.object({ text: requiredText('Write the note first', 1000) })
export type OrderNoteInput = z.infer<typeof OrderNoteInput>

const OrderNoteSchema = z.object({ _id: z.string(), at: z.string(), author: ActorSchema, text: z.string() })

/** Which part of the purchase an entry of the record is about. */
const OfAnotherPart = z
  .string()
  .optional()
  .describe('The order of this entry, if it is another part of the same purchase')

/** An email that the order led to. `skipped`: why it was not sent, in a word or two. */
const OrderMailSchema = z.object({
  kind: z.string(),
  about: z.string().describe('Tells several emails of one kind apart'),
  at: z.string(),
  skipped: z.string().optional().describe('Why it was not sent; absent if it was'),
  orderId: OfAnotherPart,
})
export type OrderMail = z.infer<typeof OrderMailSchema>

/**
 * What admins see of an order, and of those it was checked out with, beyond what its customer sees.
 * Dates are ISO 8601 in UTC, amounts dollars.
 */
export const OrderRecordSchema = z.object({
  customer: z.object({
    _id: z.string(),
    name: z.string(),
    closed: z.boolean().describe('Whether the account is closed'),
    orders: z.number().int().describe('How many orders the customer has, this one included'),
    spent: z.number().describe('What the customer has paid for orders, without refunds, in dollars'),
  }),
  otherOrders: z
    .array(OrderListItemSchema)
    .describe('The newest other orders of the customer, with all of their parts'),
  together: z
    .array(OrderListItemSchema.pick({ _id: true, number: true }))
    .describe(
      'Other orders of the customer that are paid, to ship, and go to the same address; several parts of one are listed once',
    ),
  notes: z.array(OrderNoteSchema).describe('The notes of admins, newest first'),
  changes: z
    .array(AuditEntrySchema.omit({ subject: true }).extend({ orderId: OfAnotherPart }))
    .describe('The newest changes of the order, newest first'),
  mails: z.array(OrderMailSchema).describe('The emails that the order led to, newest first'),
})
export type OrderRecord = z.infer<typeof OrderRecordSchema>
