import type { Generated } from 'kysely'

export type ContactMessagesTable = {
  id: Generated<string>
  name: string
  email: string
  message: string
  created_at: Generated<Date>
}
