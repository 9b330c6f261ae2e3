import type { Purchase } from '#domain/orders/purchase.ts'
import * as paths from '#paths.ts'

/** The maximum number of slips on one page, so that every proxy accepts the URL with their numbers. */
const MAX_SLIPS = 100

/** The page with the packing slips of these orders, by their numbers. */
export function packingSlipsPath(orders: readonly Pick<Purchase, 'number'>[]): string {
  const numbers = orders.slice(0, MAX_SLIPS).map(({ number }) => digitsOf(number))
  return `${paths.packingSlips}?orders=${numbers.join(',')}`
}

/** The label of the button that opens the page for this number of orders. */
export function packingSlipsLabel(orders: number): string {
  if (orders > MAX_SLIPS) return `First ${MAX_SLIPS} packing slips`
  return orders === 1 ? 'Packing slip' : `${orders} packing slips`
}

/** An order's number without the store's prefix; that of its whole order for one part: "10042". */
export function digitsOf(number: string): string {
  return number.replace(/^\p{Lu}+-/u, '').replace(/-\d+$/, '')
}

/** The distinct order numbers in such a URL, without prefixes; anything else is ignored. */
export function readPackingSlips(query: URLSearchParams): string[] {
  const numbers = (query.get('orders') ?? '')
    .slice(0, 2000)
    .split(',')
    .map((text) => digitsOf(text.trim()))
    .filter((text) => /^[1-9]\d{0,14}$/.test(text))
  return [...new Set(numbers)].slice(0, MAX_SLIPS)
}
