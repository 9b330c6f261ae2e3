import { CUSTOMER_STATUS_LABELS, orderStatus } from '#domain/orders/order-status.ts'
import type { Order } from '#domain/orders/order.ts'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'

const tones: Record<keyof typeof CUSTOMER_STATUS_LABELS, PillTone> = {
  unpaid: 'due',
  paid: 'calm',
  shipped: 'ok',
  refunded: 'calm',
}

/** The status of an order as customers read it: Unpaid, Paid, Shipped, Refunded. */
export function OrderStatus({ order }: { order: Pick<Order, 'paid' | 'shipped' | 'refunded'> }) {
  const status = orderStatus(order)
  if (status === 'deleted') return null
  return <StatusPill tone={tones[status]}>{CUSTOMER_STATUS_LABELS[status]}</StatusPill>
}
