import type { PurchaseStatus } from './purchase.ts'

/** The state of an order. Deleted orders stay as tombstones and are never returned. */
export type OrderStatus = 'unpaid' | 'paid' | 'shipped' | 'refunded' | 'deleted'

/** The events that change the status of an order. */
export type OrderEvent = 'pay' | 'delete' | 'ship' | 'refund'

/**
 * The transitions of an order. All others are refused; the database enforces the same by a trigger and CHECKs
 * (I11).
 */
export const ORDER_LIFE: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
  unpaid: { pay: 'paid', delete: 'deleted' },
  paid: { ship: 'shipped', refund: 'refunded' },
  shipped: { refund: 'refunded' },
  // Wholly refunded. A refund that fails later leads back.
  refunded: {},
  deleted: {},
}

/** The next status, or null when the event is not possible now. */
export function nextStatus(status: OrderStatus, event: OrderEvent): OrderStatus | null {
  return ORDER_LIFE[status][event] ?? null
}

/** The status of an order that is not deleted; that of a purchase of one part is the same. */
export function orderStatus(order: {
  paid: boolean
  shipped: boolean
  refunded?: boolean | undefined
}): Exclude<OrderStatus, 'deleted'> {
  if (order.refunded) return 'refunded'
  if (order.shipped) return 'shipped'
  return order.paid ? 'paid' : 'unpaid'
}

/** The labels for admins of orders and purchases: paid is 'Pending', since it waits for them. */
export const ADMIN_STATUS_LABELS: Record<PurchaseStatus, string> = {
  unpaid: 'Unpaid',
  paid: 'Pending',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  canceled: 'Canceled',
  refunded: 'Refunded',
}

export const CUSTOMER_STATUS_LABELS: Record<PurchaseStatus, string> = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  canceled: 'Canceled',
  refunded: 'Refunded',
}
