import { linesToShip, openQty, type Purchase } from '#domain/orders/purchase.ts'
import type { Tracking } from '#domain/orders/tracking.ts'

/** The optimistic update of an order all of whose open pieces are being shipped in one parcel. */
export function asShipped(purchase: Purchase, tracking: Tracking | undefined): Partial<Purchase> {
  const parcel = {
    _id: 'new',
    shippedAt: new Date().toISOString(),
    ...tracking,
    lines: linesToShip(purchase).map(({ orderId, ...line }) => ({ orderId, quantity: openQty(line) })),
  }
  return {
    status: 'shipped',
    lines: purchase.lines.map((line) => ({ ...line, shippedQty: line.quantity - line.canceledQty })),
    shipments: [...purchase.shipments, parcel],
  }
}
