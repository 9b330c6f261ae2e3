import { formatCount } from './format-count.ts'

// Database rows have integer US cents. The API, and `Product` as it shows it, has dollars with at most two
// decimals.

/**
 * The largest amount that one charge may have, in cents (Stripe's documented maximum for USD: eight digits).
 */
export const MAX_CHARGE_CENTS = 99_999_999
/** The smallest amount that one charge may have, in cents (Stripe's documented minimum for USD). */
export const MIN_CHARGE_CENTS = 50

/**
 * Dollars from JSON to cents. Never rounds: 0.5 is 50 cents, 0.505 is refused.
 * @returns null for anything that is not a finite number of whole cents.
 */
export function centsFromDollars(dollars: number): number | null {
  if (!Number.isFinite(dollars)) return null
  const cents = Math.round(dollars * 100)
  if (!Number.isSafeInteger(cents)) return null
  // 8.29 * 100 is 828.9999…: compare the rounded cents in dollars, not the product.
  return cents / 100 === dollars ? cents : null
}

/** Cents to the dollars of the API: 82900 → 829, 1999 → 19.99. */
export function dollarsFromCents(cents: number): number {
  return cents / 100
}

/** The sum of amounts in cents. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

/**
 * Rounds away the error of floating-point arithmetic, such as 4.35 × 3 = 13.049999999999999. Dollars farther
 * than a millionth from whole cents are returned unchanged.
 */
export function roundToCents(dollars: number): number {
  const cents = Math.round(dollars * 100)
  return Math.abs(dollars - cents / 100) <= 1e-6 ? cents / 100 : dollars
}

/** A typed amount without the sign of dollars: "$12.50", "US$ 12.50" and "12.50 USD" are "12.50". */
export function withoutDollarSign(text: string): string {
  return text
    .trim()
    .replace(/^(?:US ?)?\$|^USD/i, '')
    .replace(/US ?\$$|USD$/i, '')
    .trim()
}

/** Cents for people: 129950 → "$1,299.50". */
export function formatCents(cents: number): string {
  return formatUsd(dollarsFromCents(cents))
}

/**
 * Dollars for people: 1299.5 → "$1,299.50". Equal to Intl.NumberFormat in en-US, whose first use takes 30 ms,
 * on a phone several times that, on every page with scripts.
 */
export function formatUsd(dollars: number): string {
  const [whole = '', cents] = Math.abs(dollars).toFixed(2).split('.')
  const sign = dollars < 0 ? '-' : ''
  return `${sign}$${formatCount(whole)}.${cents}`
}
