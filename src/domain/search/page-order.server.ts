import { type RawBuilder, sql } from 'kysely'
import type { ProductSort } from './product-filters.ts'
import { type OrderName, ORDERS, type SearchPosition } from './search-cursor.ts'

/** The order of a search by its sort, or of the page after a position. Without a score, best means newest. */
export function orderOf(sort: ProductSort, after: SearchPosition | undefined, hasScore: boolean): OrderName {
  const wanted = after?.[0] ?? (sort === 'best' ? 'score' : sort)
  return wanted === 'score' && !hasScore ? 'newest' : wanted
}

/**
 * SQL of an order: `keys` selects the compared columns, `by` sorts by them, `position` is a part's position
 * as JSON, and `isAfter` tells whether a part comes after `after`.
 */
export function orderSql(name: OrderName, after: SearchPosition | undefined) {
  const { columns, descending } = ORDERS[name]
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const keys = columns.map((_, at) => sql.raw(`key${at}`))
  return {
    keys: sql.join(columns.map(([column], at) => sql`${sql.raw(column)} as ${keys[at]}`)),
    by: sql.join(keys.map((key) => sql`${key} ${direction}`)),
    position: sql`json_build_array(${name}::text, ${sql.join(keys)})`,
    isAfter: after ? comesAfter(name, after) : sql`true`,
  }
}

function comesAfter(name: OrderName, after: SearchPosition): RawBuilder<unknown> {
  const { columns, descending } = ORDERS[name]
  // Without a score, a position by score is read by its last values, which are those of newest.
  const values = after.slice(-columns.length)
  const keys = columns.map(([column]) => sql.raw(column))
  const typed = columns.map(([, type], at) => sql`${values[at]}::${sql.raw(type)}`)
  return sql`(${sql.join(keys)}) ${sql.raw(descending ? '<' : '>')} (${sql.join(typed)})`
}
