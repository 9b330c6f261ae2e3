import { z } from 'zod'
import { wholeNumber } from './numbers.ts'
import { boundedText } from './text.ts'

/** An id of ours, as it is given back to go on behind it. */
const SeenId = boundedText(36, { tooLong: 'This is no id of ours' }).check(z.uuid('This is no id of ours'))

/** How many of a list, from where: `after` is the _id of the last one already seen. */
export const PageQuery = z.object({
  limit: wholeNumber([1, 500]).default(100),
  after: SeenId.optional(),
})

/** What somebody looks for in a list. */
export const SearchText = boundedText(100).trim()

/**
 * A list of at most `max` values. Of a longer one no more is looked at than it takes to know that.
 * @param tooMany the message for a longer one.
 */
export function boundedList<S extends z.ZodType>(schema: S, max: number, tooMany: string) {
  return z.preprocess(
    (given: z.input<S>[]) => (Array.isArray(given) ? given.slice(0, max + 1) : given),
    z.array(schema).max(max, tooMany),
  )
}
