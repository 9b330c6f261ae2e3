import { z } from 'zod'
import { roundToCents } from './money.ts'

/** In characters. */
const MAX_NUMBER_LENGTH = 40

/**
 * Accepts a number, or a plain decimal number as text, such as "3" or "12.50": some published clients send
 * the value of an input unchanged. No exponents, hexadecimal, spaces or thousands separators.
 */
export function numeric<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (value: number | string) => (typeof value === 'string' ? parsePlainNumber(value) : value),
    schema,
  )
}

/** The number in a plain decimal text, otherwise the text itself. */
function parsePlainNumber(text: string): number | string {
  return text.length <= MAX_NUMBER_LENGTH && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

/** A number, with the messages for an absent one and for anything else. For `numeric`. */
export function requiredNumber(missing: string, notNumber: string) {
  return z.number({ error: ({ input }) => (input === undefined ? missing : notNumber) })
}

/** The total shown by a client, in dollars; only compared with the store's own. */
export function totalPrice() {
  return numeric(
    requiredNumber('totalPrice is required', 'totalPrice is a number of dollars')
      .positive('totalPrice must be more than zero')
      .overwrite(roundToCents),
  )
}

/**
 * A whole number from `min` to `max`, both included. Out-of-range values get the range message, even
 * fractions.
 * @param messages.missing for an absent value; `notWhole` for anything but a whole number, and for all cases
 * without their own message.
 */
export function wholeNumber(
  [min, max]: readonly [number, number],
  messages: { missing?: string; notWhole?: string; tooSmall?: string; tooLarge?: string } = {},
) {
  const {
    notWhole = 'Enter a whole number',
    missing = notWhole,
    tooSmall = messages.notWhole ?? `Enter at least ${min}`,
    tooLarge = messages.notWhole ?? `Enter at most ${max}`,
  } = messages
  return numeric(
    requiredNumber(missing, notWhole)
      .min(min, { error: tooSmall, abort: true })
      .max(max, { error: tooLarge, abort: true })
      .int(notWhole),
  )
}
