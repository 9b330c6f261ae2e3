import type { Database } from '#db/connection.ts'
import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { Refund } from './refund.ts'

/**
 * The refunds of these purchases, by the purchase's id, oldest first; a purchase without any is left out.
 * Notes and failures are for admins only.
 */
export async function refundsOf(
  db: Database,
  viewer: Viewer,
  purchaseIds: readonly string[],
): Promise<Map<string, Refund[]>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('purchase_id', 'in', purchaseIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const byPurchase = Map.groupBy(rows, (row) => row.purchase_id)
  return new Map(
    [...byPurchase].map(([id, refunds]) => [
      id,
      refunds.map((row) => ({
        _id: row.id,
        amount: dollarsFromCents(row.amount_cents),
        state: row.state,
        cause: row.cause,
        at: row.created_at.toISOString(),
        ...(row.done_at && { doneAt: row.done_at.toISOString() }),
        ...(isAdmin(viewer) && row.note !== '' && { note: row.note }),
        ...(isAdmin(viewer) && row.state === 'failed' && row.failure !== null && { failure: row.failure }),
      })),
    ]),
  )
}
