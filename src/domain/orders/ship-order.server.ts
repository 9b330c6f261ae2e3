import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { addOrderMails } from './add-order-mails.server.ts'
import { isRefunded, lockOrder, NO_SUCH_ORDER, openPieces } from './order-queries.server.ts'
import { nextStatus, orderStatus } from './order-status.ts'
import type { ShipOrderInput } from './tracking.ts'

/**
 * Marks a paid order as shipped, with its carrier and tracking number if they are known. Access: admins.
 * Already shipped: modifiedCount 0, and nothing changes, including the tracking number (see
 * correct-tracking.server.ts).
 * Refusals: not_found; not_paid; order_refunded; order_canceled.
 */
export async function shipOrder(
  shop: Pick<Shop, 'db' | 'jobs'>,
  viewer: Viewer,
  id: string,
  { carrier, trackingNumber }: ShipOrderInput = {},
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const order = await lockOrder(trx, id)
    if (!order) return refused('not_found', NO_SUCH_ORDER)
    if (order.shipped_at !== null) return ok({ modifiedCount: 0 })
    const status = orderStatus({ paid: order.paid_at !== null, shipped: false, refunded: isRefunded(order) })
    if (status === 'refunded')
      return refused('order_refunded', 'This order has been refunded, so it is not shipped.')
    if (openPieces(order) === 0)
      return refused('order_canceled', 'All of this order has been canceled, so it is not shipped.')
    if (nextStatus(status, 'ship') === null)
      return refused('not_paid', 'This order is not paid yet. It can be shipped once it is.')
    // Not now(), the start of this transaction: it may have waited for the one that marked the order paid.
    await trx
      .updateTable('orders')
      .set({
        shipped_at: sql<Date>`clock_timestamp()`,
        carrier: carrier ?? null,
        tracking_number: trackingNumber ?? null,
      })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'ship_order',
      subject: `order:${id}`,
      before: { status },
      after: { status: 'shipped', ...(carrier && { carrier, trackingNumber }) },
    })
    await addOrderMails(shop, trx, { orderId: id, kind: 'order_shipped', about: '' })
    return ok({ modifiedCount: 1 })
  })
}
