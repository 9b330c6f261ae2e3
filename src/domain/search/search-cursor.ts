import { z } from 'zod'
import { boundedText } from '../shared/text.ts'
import type { ProductSort } from './sorts.ts'

/**
 * As PostgreSQL writes a time in JSON: years 1 to 9999, microseconds, and an offset that it reads. ISO 8601
 * allows more.
 */
const Timestamp = z.iso
  .datetime({ offset: true })
  .regex(/^(?!0000)[^.]{19}(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/)

/** SQL types of compared columns, with the schemas of their values in JSON. */
const COLUMN_TYPES = {
  float8: z.number(),
  boolean: z.boolean(),
  integer: z.int32(),
  timestamptz: Timestamp,
  text: boundedText(1000),
  uuid: z.uuid(),
}
type Column = readonly [sql: string, type: keyof typeof COLUMN_TYPES]

const ID: Column = ['product_id', 'uuid']
const NEWEST: readonly Column[] = [['created_at', 'timestamptz'], ID]
const PRICE: readonly Column[] = [['price_cents', 'integer'], ID]

/** The keys of ORDERS: the sorts, with `best` called `score`. */
export type OrderName = Exclude<ProductSort, 'best'> | 'score'
/** The orders of a search: columns of product_search, and `score` of matches, compared in one direction. */
export const ORDERS: Readonly<Record<OrderName, { columns: readonly Column[]; descending: boolean }>> = {
  score: {
    columns: [['score', 'float8'], ['in_stock', 'boolean'], ['-length(name)', 'integer'], ...NEWEST],
    descending: true,
  },
  newest: { columns: NEWEST, descending: true },
  price: { columns: PRICE, descending: false },
  '-price': { columns: PRICE, descending: true },
  name: { columns: [['name', 'text'], ID], descending: false },
}

/** Where a page ended: the order, and the values of its columns for the last part. */
export type SearchPosition = [order: OrderName, ...values: (string | number | boolean)[]]

const Position = z.union(
  Object.entries(ORDERS).map(([name, { columns }]) =>
    z.tuple([z.literal(name), ...columns.map(([, type]) => COLUMN_TYPES[type])]),
  ),
)

const INVALID_CURSOR = 'This cursor is not valid: send the `next` value of the previous page unchanged'

/** The JSON of a position as text in a URL. */
export const SearchCursor = boundedText(1500)
  .transform(parseJson)
  .pipe(z.custom<SearchPosition>((value) => Position.safeParse(value).success, INVALID_CURSOR))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not a position, and refused as such.
    return undefined
  }
}
