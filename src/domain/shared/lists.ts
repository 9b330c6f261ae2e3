import { z } from 'zod'
import { wholeNumber } from './numbers.ts'
import { MAX_PAGE_SIZE } from './page-size.ts'
import { boundedText } from './text.ts'

/** An id used as a cursor. */
const CursorId = boundedText(36, { tooLong: 'This is not an id of the store' }).check(
  z.uuid('This is not an id of the store'),
)

/** The number of rows of a page, `standard` unless given. */
export function pageSize(max: number, standard: number) {
  return wholeNumber([1, max])
    .default(standard)
    .describe(`Rows of the response: ${standard} unless given, at most ${max}`)
}

/** Page of a list: `after` is the _id of the last item returned. */
export const PageQuery = z.object({
  limit: pageSize(MAX_PAGE_SIZE, 100),
  after: CursorId.optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

/** The sort orders of a list: by each of these keys, ascending, and with a leading "-" descending. */
export function sortOrders<Key extends string>(keys: readonly Key[]) {
  return z.enum(keys.flatMap((key) => [key, `-${key}` as const]) as [Key | `-${Key}`, ...(Key | `-${Key}`)[]])
}

/**
 * An item's number used as a cursor.
 * @param digits its maximum length.
 * @param unknown the message for anything else.
 */
export function cursorNumber(digits: number, unknown: string) {
  return boundedText(digits, { tooLong: unknown }).regex(/^\d+$/, unknown)
}

export const SearchText = boundedText(100).trim()

/**
 * A list of at most `max` values. The values of a longer list are not checked.
 * @param tooMany the message for a longer one.
 */
export function boundedList<S extends z.ZodType>(schema: S, max: number, tooMany: string) {
  return z.preprocess(
    (value: z.input<S>[]) => (Array.isArray(value) ? value.slice(0, max + 1) : value),
    z.array(schema).max(max, tooMany),
  )
}
