/**
 * What people call an order: `DL-10042`. The database gives the number (migration 044). The prefix is no setting: receipts and mails that
 * were sent name it, and must go on being found.
 */
export const ORDER_NUMBER_PREFIX = 'DL-'

/** More digits than any store will need, and few enough to be counted exactly. */
const MAX_DIGITS = 15

/** The number of an order as people read it, from orders.number. */
export function orderNumber(number: number | string): string {
  return `${ORDER_NUMBER_PREFIX}${number}`
}

/** `dl-10042`, `DL 10042`, `#10042`, `order no. 10042`, with any dash. Linear: no two parts of it match the same character twice. */
const TYPED_ORDER_NUMBER = /^(?:order\s?)?(?:n(?:o|r|umber)\.?\s?)?#?\s?(?:dl\s?[-‐‑–—]?\s?)?([1-9]\d*)$/i

/**
 * The number in a typed or pasted text, in any spelling: `dl10042`, `#10042`, `DL-10042 `.
 * @returns orders.number, or null when the text is no order number. Whether there is such an order is another question.
 */
export function readOrderNumber(text: string): number | null {
  // Full-width digits and letters of other keyboards become plain ones.
  const digits = TYPED_ORDER_NUMBER.exec(
    text.slice(0, 60).normalize('NFKC').trim().replaceAll(/\s+/g, ' '),
  )?.[1]
  return digits === undefined || digits.length > MAX_DIGITS ? null : Number(digits)
}
