import { normalizeText } from './normalize-text.ts'

/** The prefix of Driveline's own numbers. Receipts of any store may have it: all had it before 1.0.0. */
const FIRST_PREFIX = 'DL'

/** More digits than any store will need, few enough for exact integers. */
const MAX_DIGITS = 15

/**
 * The number of an order for people, from orders.number, which the database assigns: `DL-10042`, or `10042`
 * in a store without a prefix.
 * @param prefix that of the store's content.
 */
export function formatOrderNumber(number: number | string, prefix: string | undefined): string {
  return prefix === undefined ? String(number) : `${prefix}-${number}`
}

/**
 * `10042`, `#10042`, `order no. 10042`, perhaps after the letters of a prefix: `dl-10042`, `DL 10042`, with
 * any dash. Linear: no two parts match the same character.
 */
const TYPED_ORDER_NUMBER =
  /^(?:(?:order|return)\s?)?(?:n(?:o|r|umber)\.?\s?)?#?\s?(?:(\p{L}{1,6})\s?[-‐‑–—]?\s?)?([1-9]\d*)(?:[-‐‑–—]\d{1,3})?$/iu

/**
 * The number in a typed or pasted text, in any spelling: `dl10042`, `#10042`, `DL-10042 `, and that of its
 * purchase for one part of it: `DL-10042-2`.
 * @param prefix that of the store's content.
 * @returns orders.number, or null when the text is not an order number. The order may not exist.
 */
export function parseOrderNumber(text: string, prefix: string | undefined): number | null {
  return parseNumber(text, [prefix, FIRST_PREFIX])
}

/**
 * The number in a text, in any spelling.
 * @param prefixes those that it may have.
 */
export function parseNumber(text: string, prefixes: readonly (string | undefined)[]): number | null {
  // Full-width digits and letters become ASCII.
  const [, letters, digits] =
    TYPED_ORDER_NUMBER.exec(normalizeText('NFKC', text.slice(0, 60)).trim().replaceAll(/\s+/g, ' ')) ?? []
  if (digits === undefined || digits.length > MAX_DIGITS) return null
  const isPrefix = letters === undefined || prefixes.includes(letters.toUpperCase())
  return isPrefix ? Number(digits) : null
}
