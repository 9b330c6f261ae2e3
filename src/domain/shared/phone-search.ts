/** The fewest digits of a search for a phone number: a local one, without its area code. */
const MIN_DIGITS = 7

/**
 * The digits of a text that may be a phone number or its end: with separators, without letters. Null if it is
 * none. A leading country code 1 is left out: many numbers are stored without it.
 */
export function phoneDigits(text: string): string | null {
  const digits = /^[\d\s+().\p{Pd}]+$/u.test(text) ? text.replaceAll(/\D/g, '') : ''
  if (digits.length < MIN_DIGITS) return null
  return digits.length === 11 ? digits.replace(/^1/, '') : digits
}
