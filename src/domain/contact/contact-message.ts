import { z } from 'zod'
import { GarageVehicleSchema } from '../garage/garage.ts'
import { PurchaseSchema } from '../orders/purchase.ts'
import { PageQuery, SearchText } from '../shared/lists.ts'
import { boundedText, EmailSchema, requiredText } from '../shared/text.ts'
import { TOPICS } from './topic.ts'

/** Body of `POST /contact`. */
export const ContactInput = z.object({
  name: requiredText('Name is required', 100),
  email: EmailSchema,
  message: requiredText('Message is required', 5000),
  topic: z.enum(TOPICS, 'Choose a topic from the list').default('other'),
  /** As typed: a number that the store cannot read does not keep a message from arriving. */
  orderNumber: boundedText(40).trim().default(''),
})
export type ContactInput = z.infer<typeof ContactInput>

/** A message as admins see it. Name and email are what the visitor typed. */
export const MessageSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  topic: z.enum(TOPICS),
  /** As typed; absent when none was. */
  orderNumber: z.string().optional(),
  message: z.string(),
  sentAt: z.string(),
  /** Absent while it is open. */
  doneAt: z.string().optional(),
})
export type Message = z.infer<typeof MessageSchema>

/**
 * A message with what the store knows about its sender: `purchase`, the one that it names; `purchases`, the
 * newest of the account with its email, `cars` those of its garage. The email is typed, and not proved.
 */
export const MessageDetailsSchema = MessageSchema.extend({
  purchase: PurchaseSchema.optional().describe(
    'The purchase that the message names; absent when there is none',
  ),
  purchases: z.array(PurchaseSchema).describe('The newest purchases of the sender’s account'),
  cars: z.array(GarageVehicleSchema),
})
export type MessageDetails = z.infer<typeof MessageDetailsSchema>

/** How admins search messages. `q`: part of a name, an email, an order number or the text. */
export const ListMessagesQuery = PageQuery.extend({
  q: SearchText.optional(),
  status: z.enum(['open', 'done']).default('open'),
})
export type ListMessagesQuery = z.infer<typeof ListMessagesQuery>

/** Body of `PATCH /message/{id}`. */
export const MarkMessageInput = z.object({ done: z.boolean() })

export const MessageCountsSchema = z.object({ open: z.number().int(), done: z.number().int() })
