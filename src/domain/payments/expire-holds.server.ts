import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { releaseHold } from '../orders/holds.server.ts'
import { lockPurchase } from '../orders/order-queries.server.ts'
import { endPayment } from './end-payment.server.ts'
import { findOpenPayment, selectOpenPayments } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { IS_RETRY_DUE, withRetries } from './retry-alone.server.ts'

const ORDERS_PER_ROUND = 50

/** Whether the hold of a purchase is over, by the database's clock, which all processes share. */
const HOLD_ENDED = sql<boolean>`(hold = 'held' and hold_expires_at < now())`

/**
 * Releases the units of unpaid purchases whose hold has expired. Their orders stay listed and can be paid
 * while stock lasts. Their open payments are canceled first, so that no customer pays for released units.
 * Called by the background jobs.
 * @throws ProviderError when a payment could not be canceled: it waits alone, and is retried.
 */
export async function expireHolds(shop: PaymentShop): Promise<void> {
  const unpayable = await shop.db
    .selectFrom('orders')
    .select('id')
    .where(HOLD_ENDED)
    .where('line', '=', 1)
    .where(
      sql<boolean>`not exists (select from payments where order_id = orders.id and state in ('creating', 'live'))`,
    )
    .orderBy('hold_expires_at')
    .limit(ORDERS_PER_ROUND)
    .execute()
  for (const { id } of unpayable) await expire(shop, id)
  const payable = await selectOpenPayments(shop.db)
    .where(HOLD_ENDED)
    .where(IS_RETRY_DUE)
    .orderBy('retry_at', (order) => order.asc().nullsFirst())
    .orderBy('hold_expires_at')
    .limit(ORDERS_PER_ROUND)
    .execute()
  await withRetries(shop, payable, async ({ id, order_id: orderId }) => {
    // In one query: another process may have released the units, and the customer renewed the hold. The
    // payment of a renewed hold must not be canceled.
    const open = await selectOpenPayments(shop.db)
      .where('payments.id', '=', id)
      .where(HOLD_ENDED)
      .executeTakeFirst()
    if (!open || (await endPayment(shop, open)) === 'ended') await expire(shop, orderId)
  })
}

/** Releases the units of a purchase, unless its hold has been renewed or a payment was started. */
async function expire(shop: PaymentShop, id: string): Promise<void> {
  const changes = await shop.db.transaction().execute(async (trx) => {
    const orders = await lockPurchase(trx, id)
    if (!orders || !(await hasEnded(trx, id)) || (await findOpenPayment(trx, id))) return []
    return releaseHold(trx, orders, { actorId: null, action: 'lapse_hold' })
  })
  for (const change of changes) shop.publishChange(change)
}

async function hasEnded(trx: Database, id: string): Promise<boolean> {
  const ended = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where(HOLD_ENDED)
    .executeTakeFirst()
  return ended !== undefined
}
