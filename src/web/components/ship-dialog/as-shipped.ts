import { shipOrder, showOrder } from '#contract/orders.ts'
import { linesToShip, openQty, type Purchase } from '#domain/orders/purchase.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import type { ShippedPart } from './ship-dialog.tsx'

/**
 * Ships these parts, one after the other, with their tracking by order id. Rejects at the first that cannot
 * be shipped.
 */
export async function shipPartsOnce(
  parts: readonly ShippedPart[],
  tracking: ReadonlyMap<string, Tracking>,
): Promise<void> {
  for (const part of parts) await shipPartOnce(part, tracking.get(part.orderId))
}

/** Rejects when another admin was first, so that this tracking number was not stored. */
async function shipPartOnce({ orderId, number }: ShippedPart, tracking: Tracking | undefined): Promise<void> {
  const params = { id: orderId }
  const { modifiedCount } = await api(shipOrder, { params, body: tracking ?? {} })
  if (modifiedCount > 0 || !tracking) return
  // The same number: an earlier attempt by this admin, whose response was lost.
  const now = await api(showOrder, { params })
  if (now.carrier === tracking.carrier && now.trackingNumber === tracking.trackingNumber) return
  throw new ApiProblem(
    `It was shipped already${now.trackingNumber === undefined ? '' : ` with the tracking number ${now.trackingNumber}`}, and yours was not stored. Open ${number} to correct it.`,
    { status: 409, code: 'already_shipped' },
  )
}

/** The optimistic update of an order whose open parts are being shipped. */
export function asShipped(purchase: Purchase, tracking: ReadonlyMap<string, Tracking>): Partial<Purchase> {
  const shippedAt = new Date().toISOString()
  return {
    status: 'shipped',
    lines: purchase.lines.map((line) => ({ ...line, shippedQty: line.quantity - line.canceledQty })),
    shipments: [
      ...purchase.shipments,
      ...linesToShip(purchase).map(({ orderId, ...line }) => ({
        _id: orderId,
        shippedAt,
        ...tracking.get(orderId),
        lines: [{ orderId, quantity: openQty(line) }],
      })),
    ],
  }
}
