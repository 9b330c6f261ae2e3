import { z } from 'zod'
import { roundToCents } from './money.ts'

/** Longer ones are no number that anybody means. */
const LONGEST_NUMBER = 40

/**
 * Takes a number, and a text that is exactly a plain decimal number, such as "3" or "12.50": the value of an input as published clients
 * send it. No exponents, no hexadecimal, no spaces, no separators of thousands.
 */
export function numeric<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (given: number | string) => (typeof given === 'string' ? readPlainNumber(given) : given),
    schema,
  )
}

/** The number that a text plainly is, or the text itself. */
function readPlainNumber(text: string): number | string {
  return text.length <= LONGEST_NUMBER && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

/** The total that a client shows, in dollars: only ever compared with the store's own. */
export function totalPrice() {
  return numeric(
    z
      .number({
        error: ({ input }) =>
          input === undefined ? 'totalPrice is required' : 'totalPrice is a number of dollars',
      })
      .positive('totalPrice must be more than zero')
      .overwrite(roundToCents),
  )
}

/**
 * A whole number from `min` to `max`, both included. What is too small or too large is told as that, also where it has a fraction.
 * @param words.missing for what is not given; `notWhole` for what is no number or has a fraction.
 */
export function wholeNumber(
  [min, max]: readonly [number, number],
  words: { missing?: string; notWhole?: string; tooSmall?: string; tooLarge?: string } = {},
) {
  const {
    notWhole = 'Give a whole number',
    missing = notWhole,
    tooSmall = `Give ${min} or more`,
    tooLarge = `Give ${max} or less`,
  } = words
  return numeric(
    z
      .number({ error: ({ input }) => (input === undefined ? missing : notWhole) })
      .min(min, { error: tooSmall, abort: true })
      .max(max, { error: tooLarge, abort: true })
      .int(notWhole),
  )
}
