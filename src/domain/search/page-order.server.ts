import { sql } from 'kysely'
import { type OrderName, ORDERS, type SearchPosition } from './search-cursor.ts'

/**
 * SQL of an order: `keys` selects the compared columns, `by` sorts by them, `position` is a part's position
 * as JSON, and `isAfter` tells whether a part comes after `after`.
 */
export function orderSql(name: OrderName, after: SearchPosition | undefined) {
  const { columns, descending } = ORDERS[name]
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const compare = sql.raw(descending ? '<' : '>')
  const keys = columns.map((_, at) => sql.raw(`key${at}`))
  const columnNames = columns.map(([column]) => sql.raw(column))
  // Without a score, a position by score is read by its last values, which are those of newest.
  const values = columns.map(([, type], at) => sql`${after?.at(at - columns.length)}::${sql.raw(type)}`)
  return {
    keys: sql.join(columnNames.map((column, at) => sql`${column} as ${keys[at]}`)),
    by: sql.join(keys.map((key) => sql`${key} ${direction}`)),
    position: sql`json_build_array(${name}::text, ${sql.join(keys)})`,
    isAfter: after ? sql`(${sql.join(columnNames)}) ${compare} (${sql.join(values)})` : sql`true`,
  }
}
