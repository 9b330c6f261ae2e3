import type { Order } from './order.ts'

/** The order's own page, for its customer and for admins. */
export function orderPath(id: string): string {
  return `/dashboard/orders/${id}`
}

/** The page where an order is paid, which then shows the receipt. */
export function paymentPath(id: string): string {
  return `/dashboard/payment/${id}`
}

/** The order form of the same part with the same quantity. */
export function orderAgainPath(order: Pick<Order, 'productId' | 'orderQty'>): string {
  return `/purchase-product/${order.productId}?${new URLSearchParams({ quantity: String(order.orderQty) })}`
}
