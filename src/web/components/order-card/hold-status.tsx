import type { Purchase } from '#domain/orders/purchase.ts'
import { formatMoment } from './order-dates.ts'

/** Until when an unpaid order's stock is reserved, or that the reservation has expired. */
export function HoldStatus({ purchase }: { purchase: Pick<Purchase, 'heldUntil' | 'lines'> }) {
  const { heldUntil, lines } = purchase
  if (!heldUntil)
    return (
      <p>
        Your hold has ended. You can still pay while {lines.length === 1 ? 'the part is' : 'all parts are'} in
        stock.
      </p>
    )
  return (
    <p>
      Held until <time dateTime={heldUntil}>{formatMoment(heldUntil)}</time>
    </p>
  )
}
