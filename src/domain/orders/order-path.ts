import type { Order } from '#domain/orders/order.ts'

/** The order's own page, for its customer and for admins. */
export function orderPath(order: Pick<Order, '_id'>): string {
  return `/dashboard/orders/${order._id}`
}

/** The order form of the same part with the same quantity. */
export function orderAgainPath(order: Pick<Order, 'productId' | 'orderQty'>): string {
  return `/purchase-product/${order.productId}?${new URLSearchParams({ quantity: String(order.orderQty) })}`
}
