import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { releaseHold } from '../orders/holds.server.ts'
import { lockOrder } from '../orders/order-queries.server.ts'
import type { Shop } from '../shop.ts'
import { endPayment } from './end-payment.server.ts'
import { findOpenPayment, type PaymentRow, selectOpenPayments } from './payment-queries.server.ts'
import { withConcurrency } from './with-concurrency.server.ts'

/** Orders per round. */
const BATCH = 50

/**
 * Releases the pieces of unpaid orders whose hold has expired. The orders stay listed and can be paid while
 * stock lasts. Their open payments are canceled first, so that no customer pays for released pieces. Called
 * by the background jobs.
 * @throws ProviderError when a payment could not be canceled; the next round retries that order.
 */
export async function expireHolds(shop: Shop): Promise<void> {
  const over = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('hold', '=', 'held')
    .where('hold_expires_at', '<', sql<Date>`now()`)
    .orderBy('hold_expires_at')
    .limit(BATCH)
    .execute()
  await withConcurrency(over, async ({ id }) => {
    const open = await findOpenPaymentOfOverHold(shop.db, id)
    if (!open || (await endPayment(shop, open)) === 'ended') await expire(shop, id)
  })
}

/**
 * In one query: another process may already have released the pieces, and the customer may have renewed the
 * hold. A renewed hold has not expired, and its payment must not be canceled.
 */
function findOpenPaymentOfOverHold(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  return selectOpenPayments(db)
    .where('order_id', '=', orderId)
    .where('hold', '=', 'held')
    .where('hold_expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Whether the hold is over by the database's clock, which every process shares. */
async function isHoldOver(trx: Database, id: string): Promise<boolean> {
  const over = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('hold', '=', 'held')
    .where('hold_expires_at', '<', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return over !== undefined
}

async function expire(shop: Shop, id: string): Promise<void> {
  const change = await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || !(await isHoldOver(trx, id)) || (await findOpenPayment(trx, id))) return null
    return releaseHold(trx, order, { actorId: null, action: 'lapse_hold' })
  })
  if (change) await shop.publishChange(change)
}
