import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { lockPurchase } from '../orders/order-queries.server.ts'
import type { PaymentShop } from '../payments/payment-shop.ts'
import { sendRefund } from '../payments/send-refunds.server.ts'
import { isId } from '../shared/id.ts'
import { ok, type Outcome, refused, type UpdateResult } from '../shared/outcome.ts'
import type { ChangeRefundInput } from './refund.ts'

/**
 * Decides what happens to a refund that failed (M7: it is still owed): it is sent again, or was paid back
 * without the card, with a note how. Access: admins. Refusals: not_found; refund_state.
 */
export async function changeRefund(
  shop: PaymentShop,
  viewer: Viewer,
  id: string,
  { settledOtherwise: note }: ChangeRefundInput,
): Promise<Outcome<UpdateResult>> {
  const found = isId(id)
    ? await shop.db.selectFrom('refunds').select('purchase_id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found) return refused('not_found', 'There is no such refund.')
  const outcome = await shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    await lockPurchase(trx, found.purchase_id)
    // The purchase of a charge that pays none may be deleted: it is not locked.
    const refund = await trx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (refund.state !== 'failed')
      return refused('refund_state', 'Only a refund that failed can be decided again.')
    await trx
      .updateTable('refunds')
      .set(
        note
          ? { state: 'settled_otherwise', note: refund.note ? `${refund.note}\n${note}` : note }
          : { state: 'due', attempt: refund.attempt + 1, provider_id: null, done_at: null },
      )
      .where('id', '=', id)
      .execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: note ? 'settle_refund' : 'retry_refund',
      subject: `order:${refund.purchase_id}`,
      after: { refundId: id, amountCents: refund.amount_cents, ...(note && { note }) },
    })
    return ok({ modifiedCount: 1 })
  })
  if (outcome.ok && !note) await sendRefund(shop, { id })
  return outcome
}
