import { shipOrder, showOrder } from '#contract/orders.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'

/** Ships an order. Rejects when another admin was first, so that this tracking number was not stored. */
export async function shipOrderOnce(order: Order, tracking: Tracking | undefined): Promise<void> {
  const params = { id: order._id }
  const { modifiedCount } = await api(shipOrder, { params, body: tracking ?? {} })
  if (modifiedCount > 0 || !tracking) return
  // The same number: an earlier attempt by this admin, whose response was lost.
  const now = await api(showOrder, { params })
  if (now.carrier === tracking.carrier && now.trackingNumber === tracking.trackingNumber) return
  throw new ApiProblem(
    `It was shipped already${now.trackingNumber === undefined ? '' : ` with the tracking number ${now.trackingNumber}`}, and yours was not stored. Open ${order.number} to correct it.`,
    { status: 409, code: 'already_shipped' },
  )
}

/** The optimistic update of an order that is being shipped. */
export function asShipped(tracking: Tracking | undefined): Partial<Order> {
  return { shipped: true, shippedAt: new Date().toISOString(), ...tracking }
}
