import { type Selectable, sql } from 'kysely'
import type { ContactMessagesTable } from '#db/schema/contact.ts'
import type { Message } from './contact-message.ts'

/** A message's row as the API returns it. */
export function toMessage(row: Selectable<ContactMessagesTable>): Message {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    topic: row.topic,
    ...(row.order_number !== '' && { orderNumber: row.order_number }),
    message: row.message,
    sentAt: row.created_at.toISOString(),
    ...(row.done_at && { doneAt: row.done_at.toISOString() }),
  }
}

/** The searched text of a message. The index contact_messages_text has the same expression. */
export const SEARCHED_MESSAGE = sql<string>`(' ' || name || ' ' || email || ' ' || order_number || ' ' || message)`

export const NO_SUCH_MESSAGE = 'There is no such message. It may have been deleted.'
