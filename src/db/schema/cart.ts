import type { ColumnType, Generated } from 'kysely'

/** A cart exists only with a line. */
export type CartsTable = {
  account_id: string
  /** Of a sequence of all carts, as text. */
  revision: Generated<string>
  /** The vehicles to which the parts shall fit; as JSON when written. */
  cars: ColumnType<
    { year: number; make: string; model: string; engine?: string }[],
    string | undefined,
    string
  >
  changed_at: Generated<Date>
}

export type CartLinesTable = {
  account_id: string
  product_id: string
  quantity: number
  /** The price when the quantity was last chosen. */
  seen_cents: number
  added_at: Generated<Date>
}
