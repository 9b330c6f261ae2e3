import { sql } from 'kysely'
import { recordChange } from '../audit/record-change.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { lockPurchase } from '../orders/order-queries.server.ts'
import { formatReturnNumber } from '../shared/return-number.ts'
import { shopTimeZone } from '../shared/shop-days.ts'
import type { Shop } from '../shop.ts'
import { dismissFlags } from './fitment-flags.server.ts'
import { DAYS_OF_GRACE } from './return.ts'

const NOTE = 'It did not arrive in time.'

/**
 * Cancels approved returns that have not arrived 14 days after the day by which they should have been sent:
 * the deposits of their cores are kept like all others then. Their customers are told why, and may ask again
 * within the time for it. For a daily job.
 */
export async function cancelLateReturns(shop: Pick<Shop, 'db' | 'jobs' | 'content'>): Promise<void> {
  const zone = shopTimeZone(await shop.content())
  const isLate = sql<boolean>`(state = 'approved'
    and end_of_day(send_return_by(decided_at, ${zone}), ${DAYS_OF_GRACE}, ${zone}) < clock_timestamp())`
  const late = await shop.db.selectFrom('returns').select('purchase_id').distinct().where(isLate).execute()
  for (const { purchase_id: purchaseId } of late)
    await shop.db.transaction().execute(async (trx) => {
      if (!(await lockPurchase(trx, purchaseId))) return
      const canceled = await trx
        .updateTable('returns')
        .set({ state: 'canceled', note: NOTE })
        .where('purchase_id', '=', purchaseId)
        .where(isLate)
        .returning(['id', 'number'])
        .execute()
      await dismissFlags(
        trx,
        canceled.map(({ id }) => id),
        null,
      )
      for (const { id, number } of canceled) {
        await recordChange(trx, {
          actorId: null,
          action: 'cancel_return',
          subject: `order:${purchaseId}`,
          after: { returnNumber: formatReturnNumber(number), note: NOTE, returnId: id },
        })
        await addOrderMails(shop, trx, { orderId: purchaseId, kind: 'return_canceled', about: id })
      }
    })
  shop.jobs.wake()
}
