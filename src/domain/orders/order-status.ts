/** The state of an order. Deleted orders stay as tombstones and are never returned. */
export type OrderStatus = 'unpaid' | 'paid' | 'shipped' | 'deleted'

/** What can happen to an order. */
export type OrderEvent = 'pay' | 'delete' | 'ship'

/**
 * An order's life. Whatever is not in the table is refused; the database enforces the same by a trigger and
 * CHECKs (I11).
 */
export const ORDER_LIFE: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
  unpaid: { pay: 'paid', delete: 'deleted' },
  paid: { ship: 'shipped' },
  shipped: {},
  deleted: {},
}

/** The status that follows, or null when the event is not possible now. */
export function nextStatus(status: OrderStatus, event: OrderEvent): OrderStatus | null {
  return ORDER_LIFE[status][event] ?? null
}

/** An order's status from what its row or its API answer says. */
export function orderStatus(order: { paid: boolean; shipped: boolean; deleted?: boolean }): OrderStatus {
  if (order.deleted) return 'deleted'
  if (order.shipped) return 'shipped'
  return order.paid ? 'paid' : 'unpaid'
}

/** The words admins read: paid and not shipped is 'Pending', as it waits for them. */
export const ADMIN_STATUS_LABELS: Record<Exclude<OrderStatus, 'deleted'>, string> = {
  unpaid: 'Unpaid',
  paid: 'Pending',
  shipped: 'Shipped',
}

/** The words customers read. */
export const CUSTOMER_STATUS_LABELS: Record<Exclude<OrderStatus, 'deleted'>, string> = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  shipped: 'Shipped',
}
