import { readOrderNumber } from '#domain/orders/order-number.ts'
import type { Order } from '#domain/orders/order.ts'

/** Slips on one page, at most: their numbers make an address that every proxy lets pass. */
const MAX_SLIPS = 100

/** The page with the packing slips of these orders, by their numbers. */
export function packingSlipsPath(orders: readonly Pick<Order, 'number'>[]): string {
  const numbers = orders.slice(0, MAX_SLIPS).map(({ number }) => readOrderNumber(number))
  return `/dashboard/packingSlips?orders=${numbers.join(',')}`
}

/** The label of the button that opens the page for this number of orders. */
export function packingSlipsLabel(orders: number): string {
  if (orders > MAX_SLIPS) return `First ${MAX_SLIPS} packing slips`
  return orders === 1 ? 'Packing slip' : `${orders} packing slips`
}

/** The order numbers in that address, each once; anything else is ignored. */
export function readPackingSlips(query: URLSearchParams): number[] {
  const numbers = (query.get('orders') ?? '')
    .slice(0, 2000)
    .split(',')
    .flatMap((text) => readOrderNumber(text) ?? [])
  return [...new Set(numbers)].slice(0, MAX_SLIPS)
}
