import { type RawBuilder, sql } from 'kysely'
import type { ProductSort } from './product-filters.ts'
import type { SearchPosition } from './search-cursor.ts'

type OrderName = SearchPosition[0]

/** What each order compares, all in one direction, with its type. The columns are those of product_search, and `score` of matches. */
const ORDERS: Record<
  OrderName,
  { columns: readonly (readonly [column: string, type: string])[]; descending: boolean }
> = {
  score: {
    columns: [
      ['score', 'float8'],
      ['in_stock', 'boolean'],
      ['-length(name)', 'integer'],
      ['created_at', 'timestamptz'],
      ['product_id', 'uuid'],
    ],
    descending: true,
  },
  newest: {
    columns: [
      ['created_at', 'timestamptz'],
      ['product_id', 'uuid'],
    ],
    descending: true,
  },
  price: {
    columns: [
      ['price_cents', 'integer'],
      ['product_id', 'uuid'],
    ],
    descending: false,
  },
  '-price': {
    columns: [
      ['price_cents', 'integer'],
      ['product_id', 'uuid'],
    ],
    descending: true,
  },
  name: {
    columns: [
      ['name', 'text'],
      ['product_id', 'uuid'],
    ],
    descending: false,
  },
}

/** The order of a sort, and of the page after a position. Without a score the newest are the best. */
export function orderOf(sort: ProductSort, after: SearchPosition | undefined, hasScore: boolean): OrderName {
  const wanted = after?.[0] ?? (sort === 'best' ? 'score' : sort)
  return wanted === 'score' && !hasScore ? 'newest' : wanted
}

/**
 * SQL for the columns that the order compares, the order by them, a part's position in it as a JSON array of them, and whether a part comes
 * after `after`.
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
  // A position in the order of the score also has the last columns, which are those of the newest.
  const values = after.slice(-columns.length)
  const keys = columns.map(([column]) => sql.raw(column))
  const typed = columns.map(([, type], at) => sql`${values[at]}::${sql.raw(type)}`)
  return sql`(${sql.join(keys)}) ${sql.raw(descending ? '<' : '>')} (${sql.join(typed)})`
}
