import { type RawBuilder, sql } from 'kysely'
import { phoneDigits } from './phone-search.ts'

/** SQL: whether this column has the phone number `q`, or one that ends like it; null if `q` is none. */
export function hasPhone(column: string, q: string): RawBuilder<boolean> | null {
  const digits = phoneDigits(q)
  if (digits === null) return null
  // A range, which uses the index whatever is known of the digits: ":" comes after the digits.
  const value = sql`reversed_phone(${sql.ref(column)}) collate "C"`
  return sql<boolean>`(${value} >= reverse(${digits}) and ${value} < reverse(${digits}) || ':')`
}
