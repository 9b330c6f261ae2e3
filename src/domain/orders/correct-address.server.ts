import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { addOrderMails } from './add-order-mails.server.ts'
import { maySeeOrder } from './order-policy.ts'
import { lockOrder, NO_SUCH_ORDER } from './order-queries.server.ts'
import type { CorrectAddressInput } from './order.ts'

/**
 * Replaces the shipping address of an order that has not shipped, and the phone if one is given. Access:
 * owner and admins. No change: modifiedCount 0.
 * Refusals: not_found; already_shipped.
 */
export async function correctAddress(
  shop: Pick<Shop, 'db' | 'jobs'>,
  viewer: Viewer,
  id: string,
  { customerAddress: address, customerPhone }: CorrectAddressInput,
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const order = await lockOrder(trx, id)
    if (!order || !maySeeOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
    if (order.shipped_at)
      return refused('already_shipped', 'This order has shipped. Its address can no longer be corrected.')
    const before = { address: order.customer_address, phone: order.customer_phone }
    const after = { address, phone: customerPhone ?? before.phone }
    if (before.address === after.address && before.phone === after.phone) return ok({ modifiedCount: 0 })
    await trx
      .updateTable('orders')
      .set({ customer_address: after.address, customer_phone: after.phone })
      .where('id', '=', id)
      .execute()
    const about = await recordChange(trx, {
      actorId: viewer.id,
      action: 'correct_address',
      subject: `order:${id}`,
      before,
      after,
    })
    await addOrderMails(shop, trx, { orderId: id, kind: 'address_corrected', about })
    // The store need not be told of what its admins did, or before it has to ship the order.
    if (viewer.id === order.account_id && order.paid_at !== null)
      await addOrderMails(shop, trx, { orderId: id, kind: 'store_address_corrected', about })
    return ok({ modifiedCount: 1 })
  })
}
