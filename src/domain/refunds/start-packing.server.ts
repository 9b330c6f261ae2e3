import { sql } from 'kysely'
import { lockPurchase, NO_SUCH_ORDER } from '../orders/order-queries.server.ts'
import { ok, type Outcome, refused, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'

/**
 * Records that an admin has begun to pack a purchase: from then on its customer cancels nothing. Again, or
 * for one that is not paid: modifiedCount 0. Access: admins. Refusals: not_found.
 */
export async function startPacking({ db }: Pick<Shop, 'db'>, id: string): Promise<Outcome<UpdateResult>> {
  return db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const orders = await lockPurchase(trx, id)
    if (!orders) return refused('not_found', NO_SUCH_ORDER)
    const [{ purchase_id: purchaseId, paid_at: paidAt }] = orders
    if (paidAt === null) return ok({ modifiedCount: 0 })
    const { numUpdatedRows } = await trx
      .updateTable('purchases')
      .set({ packing_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', purchaseId)
      .where('packing_at', 'is', null)
      .executeTakeFirst()
    return ok({ modifiedCount: Number(numUpdatedRows) })
  })
}
