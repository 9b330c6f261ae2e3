import type { Order } from '#domain/orders/order.ts'
import { formatMoment } from './order-dates.ts'

/** Until when an unpaid order's stock is reserved, or that the reservation has expired. */
export function HoldStatus({ order }: { order: Pick<Order, 'holdExpiresAt'> }) {
  if (!order.holdExpiresAt)
    return <p>No longer held for you: it can still be paid if the pieces are in stock then.</p>
  return (
    <p>
      Held until <time dateTime={order.holdExpiresAt}>{formatMoment(order.holdExpiresAt)}</time>
    </p>
  )
}
