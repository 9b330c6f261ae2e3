import type { ColumnType, Generated } from 'kysely'

/** A day is written as text (YYYY-MM-DD), and must be selected as text: the driver makes a Date of it. */
type Day<Nullable = never> = ColumnType<Date | Nullable, string | Nullable, string | Nullable>

export type TaxRegionsTable = {
  id: Generated<string>
  country: string
  region: string | null
  postal_from: string | null
  postal_to: string | null
  name: string
  rate_ppm: number
  delivery_taxed: boolean
  core_taxed: boolean
  core_tax_refunded: boolean
  valid_from: Day
  valid_to: Day<null>
  entered_by: string
  entered_at: Generated<Date>
}
