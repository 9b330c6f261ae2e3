import { ADMIN_STATUS_LABELS, orderStatus, type OrderStatus } from '#domain/orders/order-status.ts'
import type { Order } from '#domain/orders/order.ts'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'

// For an admin a paid order requires action.
const tones: Record<OrderStatus, PillTone> = {
  unpaid: 'calm',
  paid: 'due',
  shipped: 'ok',
  refunded: 'calm',
  deleted: 'bad',
}

type Status = Pick<Order, 'paid' | 'shipped' | 'refunded'>

/** The word for admins: Unpaid, Pending, Shipped or Refunded. Deleted orders are never listed. */
export function adminStatusWord(order: Status): string {
  const status = orderStatus(order)
  return status === 'deleted' ? '' : ADMIN_STATUS_LABELS[status]
}

/** The status of an order as admins read it, in the same word as in the filter. */
export function AdminStatus({ order }: { order: Status }) {
  return <StatusPill tone={tones[orderStatus(order)]}>{adminStatusWord(order)}</StatusPill>
}
