import type { Generated } from 'kysely'

/** Sales of a day (UTC), maintained by the database's triggers; a day may have several rows. */
export type SalesTable = {
  id: Generated<string>
  day: Date
  orders: string
  cents: string
}
