import { sql } from 'kysely'
import { releaseHold } from '../orders/hold.server.ts'
import { lockOrder } from '../orders/order-queries.server.ts'
import type { Shop } from '../shop.ts'
import { endPayment } from './end-payment.server.ts'
import { findOpenPayment } from './payment-queries.server.ts'

/** Orders looked at in one round. */
const BATCH = 50

/**
 * Gives back the pieces of unpaid orders whose hold is over. The orders stay listed and can be paid while the pieces are there.
 * Their open payments are ended first, so that nobody pays for pieces that are gone. Called by the sweeper.
 * @throws ProviderProblem when a payment could not be ended; that order's turn comes again.
 */
export async function lapseHolds(shop: Shop): Promise<void> {
  const over = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('hold', '=', 'held')
    .where('hold_expires_at', '<', sql<Date>`now()`)
    .orderBy('hold_expires_at')
    .limit(BATCH)
    .execute()
  for (const { id } of over) {
    if ((await endPayment(shop, id)) === 'ended') await lapse(shop, id)
  }
}

async function lapse(shop: Shop, id: string): Promise<void> {
  const lapsed = await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.hold !== 'held') return false
    if (await findOpenPayment(trx, id)) return false
    await releaseHold(trx, order, { actorId: null, action: 'lapse_hold', deleted: false })
    return true
  })
  if (lapsed) shop.announce('products')
}
