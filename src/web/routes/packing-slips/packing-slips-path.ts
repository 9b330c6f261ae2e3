import type { Purchase } from '#domain/orders/purchase.ts'
import * as paths from '#paths.ts'

/** The maximum number of slips on one page, so that every proxy accepts the URL with their numbers. */
const MAX_SLIPS = 100

/** The list that leads to the slips. */
export const ORDERS_TO_SHIP = {
  to: paths.pathWithQuery(paths.manageOrders, { status: 'paid' }),
  label: 'Orders to ship',
}

type Numbered = Pick<Purchase, 'number'>

/** The page with the packing slips of these orders, by their numbers. */
export const packingSlipsPath = (orders: readonly Numbered[]) => withNumbers(paths.packingSlips, orders)

/** The page with the slip of one parcel that has shipped, from 1. */
export const parcelSlipPath = (order: Numbered, parcel: number) =>
  `${packingSlipsPath([order])}&parcel=${parcel}`

/** The parcel in such a URL; undefined if there is none. */
export function readParcel(query: URLSearchParams): number | undefined {
  const text = query.get('parcel') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined
}

/** The page with what to take from the shelves for these orders. */
export const pickingListPath = (orders: readonly Numbered[]) => withNumbers(paths.pickingList, orders)

function withNumbers(page: string, orders: readonly Numbered[]): string {
  const numbers = orders.slice(0, MAX_SLIPS).map(({ number }) => digitsOf(number))
  return `${page}?orders=${numbers.join(',')}`
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
