import type { Generated } from 'kysely'

/** What was sold on a day of UTC, as the database's triggers count it; a day may have several rows. */
export type SalesTable = {
  id: Generated<string>
  day: Date
  orders: string
  cents: string
}
