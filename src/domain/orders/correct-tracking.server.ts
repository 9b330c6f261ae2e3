import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { lockOrder, NO_SUCH_ORDER } from './order-queries.server.ts'
import type { Tracking } from './tracking.ts'

/**
 * Replaces or adds the carrier and tracking number of a shipped order. Access: admins. No change:
 * modifiedCount 0.
 * Refusals: not_found; not_shipped.
 */
export async function correctTracking(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
  { carrier, trackingNumber }: Tracking,
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const order = await lockOrder(trx, id)
    if (!order) return refused('not_found', NO_SUCH_ORDER)
    if (!order.shipped_at)
      return refused(
        'not_shipped',
        'This order is not shipped yet. You can add a tracking number once it ships.',
      )
    const before = { carrier: order.carrier, trackingNumber: order.tracking_number }
    if (before.carrier === carrier && before.trackingNumber === trackingNumber)
      return ok({ modifiedCount: 0 })
    await trx
      .updateTable('orders')
      .set({ carrier, tracking_number: trackingNumber })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'correct_tracking',
      subject: `order:${id}`,
      before: order.carrier === null ? {} : before,
      after: { carrier, trackingNumber },
    })
    return ok({ modifiedCount: 1 })
  })
}
