import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { releaseHold } from '../orders/hold.server.ts'
import { lockOrder } from '../orders/order-queries.server.ts'
import type { Shop } from '../shop.ts'
import { withConcurrency } from './with-concurrency.server.ts'
import { endPayment } from './end-payment.server.ts'
import { findOpenPayment, type PaymentRow } from './payment-queries.server.ts'

/** Orders looked at in one round. */
const BATCH = 50

/**
 * Gives back the pieces of unpaid orders whose hold is over. The orders stay listed and can be paid while the pieces are there.
 * Their open payments are ended first, so that nobody pays for pieces that are gone. Called by the sweeper.
 * @throws ProviderProblem when a payment could not be ended; that order's turn comes again.
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
    if (!open || (await endPayment(shop, open)) === 'ended') await lapse(shop, id)
  })
}

/**
 * In one look: by now another process may have given the pieces back and the customer may have taken them again. That hold is
 * not over, and the payment that belongs to it must not be ended.
 */
function findOpenPaymentOfOverHold(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('payments')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['creating', 'live'])
    .where('hold', '=', 'held')
    .where('hold_expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst()
}

/** By the database's clock, which every process shares. */
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

async function lapse(shop: Shop, id: string): Promise<void> {
  const lapsed = await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || !(await isHoldOver(trx, id)) || (await findOpenPayment(trx, id))) return false
    await releaseHold(trx, order, { actorId: null, action: 'lapse_hold', deleted: false })
    return true
  })
  if (lapsed) shop.publishChange('products')
}
