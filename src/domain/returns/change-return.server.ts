import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ReturnsTable } from '#db/schema/returns.ts'
import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { lockPurchase, type PurchasedOrder } from '../orders/order-queries.server.ts'
import { isId } from '../shared/id.ts'
import { ok, type Outcome, refused, type UpdateResult } from '../shared/outcome.ts'
import { formatReturnNumber } from '../shared/return-number.ts'
import type { Shop } from '../shop.ts'
import { dismissFlags } from './fitment-flags.server.ts'
import { NO_SUCH_RETURN } from './return-queries.server.ts'
import type { ChangeReturnInput, ReturnState } from './return.ts'

/** What each decision is in the audit, and which states it is for. */
const DECISIONS = {
  approved: { action: 'approve_return', from: ['requested'], mail: 'return_approved' },
  declined: { action: 'decline_return', from: ['requested'], mail: 'return_declined' },
  canceled: { action: 'cancel_return', from: ['requested', 'approved'], mail: 'return_canceled' },
} as const

/**
 * Approves or declines a return that waits, or cancels one that has not arrived, with a note to its customer,
 * who gets an email of what others did. Flags of one that does not come are dismissed. Access: admins; the
 * owner only cancels.
 * Refusals: not_found; forbidden; return_state.
 */
export async function changeReturn(
  shop: Pick<Shop, 'db' | 'jobs'>,
  viewer: Viewer,
  id: string,
  { state, note = '' }: ChangeReturnInput,
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const found = await lockReturn(trx, id)
    if (!found || !maySeeOrder(viewer, found.orders[0])) return refused('not_found', NO_SUCH_RETURN)
    if (state !== 'canceled' && !isAdmin(viewer))
      return refused('forbidden', 'Only the store decides about a return.')
    const { row } = found
    const { action, from, mail } = DECISIONS[state]
    if (!(from as readonly ReturnState[]).includes(row.state)) return refuseState(row)
    await trx
      .updateTable('returns')
      .set({
        state,
        ...(isAdmin(viewer) && { note }),
        ...(state !== 'canceled' && { decided_by: viewer.id, decided_at: sql<Date>`clock_timestamp()` }),
      })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action,
      subject: `order:${row.purchase_id}`,
      after: { returnNumber: formatReturnNumber(row.number), ...(note && { note }), returnId: row.id },
    })
    if (state !== 'approved') await dismissFlags(trx, [id], viewer.id)
    if (state !== 'canceled' || viewer.id !== found.orders[0].account_id)
      await addOrderMails(shop, trx, { orderId: row.purchase_id, kind: mail, about: row.id })
    return ok({ modifiedCount: 1 })
  })
}

/** A return, with its purchase locked until the transaction ends. Malformed ids find nothing. */
export async function lockReturn(
  trx: Database,
  id: string,
): Promise<{ row: Selectable<ReturnsTable>; orders: [PurchasedOrder, ...PurchasedOrder[]] } | undefined> {
  if (!isId(id)) return undefined
  const found = await trx.selectFrom('returns').select('purchase_id').where('id', '=', id).executeTakeFirst()
  const orders = found && (await lockPurchase(trx, found.purchase_id))
  if (!orders) return undefined
  // As it is now: another decision may have been waited for.
  const row = await trx.selectFrom('returns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { row, orders }
}

/** The refusal of what a return in this state no longer allows, or not yet. */
export function refuseState({ number, state }: Selectable<ReturnsTable>): Outcome<never> {
  const words: Record<ReturnState, string> = {
    requested: 'still waits to be approved',
    approved: 'is approved already',
    declined: 'has been declined',
    canceled: 'has been canceled',
    received: 'has been received already',
  }
  return refused('return_state', `Return ${formatReturnNumber(number)} ${words[state]}.`)
}
