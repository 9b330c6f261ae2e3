import type { Order } from '#domain/orders/order.ts'
import { formatMoment } from './order-dates.ts'

/** Until when an unpaid order's stock is reserved, or that the reservation has expired. */
export function HoldStatus({ order }: { order: Pick<Order, 'holdExpiresAt'> }) {
  if (!order.holdExpiresAt) return <p>Your hold has ended. You can still pay while the part is in stock.</p>
  return (
    <p>
      Held until <time dateTime={order.holdExpiresAt}>{formatMoment(order.holdExpiresAt)}</time>
    </p>
  )
}
