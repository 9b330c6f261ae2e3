import type { Generated } from 'kysely'

export type ReviewsTable = {
  id: Generated<string>
  account_id: string
  name: string
  text: Generated<string>
  rating: number
  hidden: Generated<boolean>
  created_at: Generated<Date>
}
