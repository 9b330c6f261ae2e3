import type { Generated } from 'kysely'

export type ContactMessagesTable = {
  id: Generated<string>
  name: string
  email: string
  message: string
  topic: Generated<'order' | 'return' | 'part' | 'other'>
  /** As typed; '' for none. */
  order_number: Generated<string>
  /** Null while it is open. */
  done_at: Date | null
  created_at: Generated<Date>
}
