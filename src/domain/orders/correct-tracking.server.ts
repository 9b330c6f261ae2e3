import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { findOrder, NO_SUCH_ORDER } from './order-queries.server.ts'
import type { Tracking } from './tracking.ts'

/**
 * Replaces or adds the carrier and tracking number of a parcel: by its id, or that of an order, whose last
 * parcel it is. Access: admins. No change: modifiedCount 0. Refusals: not_found; not_shipped.
 */
export async function correctTracking(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
  { carrier, trackingNumber }: Tracking,
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    if (!isId(id)) return refused('not_found', NO_SUCH_ORDER)
    const parcel = await trx
      .selectFrom('shipments')
      .selectAll()
      .where(
        sql<boolean>`id = any (array(
          select ${id}::uuid union select shipment_id from shipment_lines where order_id = ${id}))`,
      )
      .orderBy((eb) => eb('id', '=', id), 'desc')
      .orderBy('position', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!parcel) {
      const order = await findOrder(trx, id)
      return order && !order.deleted_at
        ? refused(
            'not_shipped',
            'This order is not shipped yet. You can add a tracking number once it ships.',
          )
        : refused('not_found', NO_SUCH_ORDER)
    }
    const before = { carrier: parcel.carrier, trackingNumber: parcel.tracking_number }
    if (before.carrier === carrier && before.trackingNumber === trackingNumber)
      return ok({ modifiedCount: 0 })
    await trx
      .updateTable('shipments')
      .set({ carrier, tracking_number: trackingNumber })
      .where('id', '=', parcel.id)
      .execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'correct_tracking',
      subject: `order:${parcel.purchase_id}`,
      before: parcel.carrier === null ? {} : before,
      after: { carrier, trackingNumber, shipmentId: parcel.id },
    })
    return ok({ modifiedCount: 1 })
  })
}
