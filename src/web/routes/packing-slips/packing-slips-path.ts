import { readOrderNumber } from '#domain/orders/order-number.ts'
import type { Order } from '#domain/orders/order.ts'

/** Slips on one page, at most: more than a list selects at once, and an address that every proxy lets pass. */
const MOST_SLIPS = 100

/** The page with the packing slips of these orders, by their numbers. */
export function packingSlipsPath(orders: readonly Pick<Order, 'number'>[]): string {
  const numbers = orders.slice(0, MOST_SLIPS).map(({ number }) => readOrderNumber(number))
  return `/dashboard/packingSlips?orders=${numbers.join(',')}`
}

/** The order numbers in that address, each once; anything else is ignored. */
export function readPackingSlips(query: URLSearchParams): number[] {
  const numbers = (query.get('orders') ?? '')
    .slice(0, 2000)
    .split(',')
    .flatMap((text) => readOrderNumber(text) ?? [])
  return [...new Set(numbers)].slice(0, MOST_SLIPS)
}
