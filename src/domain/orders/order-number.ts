import { normalizeText } from '../shared/normalize-text.ts'

/**
 * The prefix of order numbers: `DL-10042`. The database assigns the number. Not a setting:
 * receipts and emails that were sent contain it, and must still be found.
 */
export const ORDER_NUMBER_PREFIX = 'DL-'

/** More digits than any store will need, few enough for exact integers. */
const MAX_DIGITS = 15

/** The formatted number of an order, from orders.number. */
export function formatOrderNumber(number: number | string): string {
  return `${ORDER_NUMBER_PREFIX}${number}`
}

/**
 * `dl-10042`, `DL 10042`, `#10042`, `order no. 10042`, with any dash. Linear: no two parts match the same
 * character.
 */
const TYPED_ORDER_NUMBER = /^(?:order\s?)?(?:n(?:o|r|umber)\.?\s?)?#?\s?(?:dl\s?[-‐‑–—]?\s?)?([1-9]\d*)$/i

/**
 * The number in a typed or pasted text, in any spelling: `dl10042`, `#10042`, `DL-10042 `.
 * @returns orders.number, or null when the text is not an order number. The order may not exist.
 */
export function parseOrderNumber(text: string): number | null {
  // Full-width digits and letters become ASCII.
  const digits = TYPED_ORDER_NUMBER.exec(
    normalizeText('NFKC', text.slice(0, 60)).trim().replaceAll(/\s+/g, ' '),
  )?.[1]
  return digits === undefined || digits.length > MAX_DIGITS ? null : Number(digits)
}
