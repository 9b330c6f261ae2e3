import type { Generated, JSONColumnType } from 'kysely'

/** At most one row. */
export type SalesSettingsTable = {
  is_only: Generated<boolean>
  revision: number
  prices_include_tax: boolean
  plain_orders: 'all_in' | 'closed'
  origin: JSONColumnType<{ country: string; region: string | null; postalCode: string }>
  countries: string[]
  core_days: number
  default_grams: number
  tax_number: string
  changed_by: string
  changed_at: Generated<Date>
}
