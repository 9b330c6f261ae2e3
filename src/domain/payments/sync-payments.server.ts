import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { withConcurrency } from './with-concurrency.server.ts'
import { requestIntent } from './request-intent.server.ts'
import { endPayment } from './end-payment.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/** Payments asked for in one round. */
const BATCH = 100

/**
 * Asks the provider about open payments one by one, newest first and the older the more rarely: for payments whose intent was never
 * learned, and for a provider that loses events. Everything else comes from its events (read-events.server.ts).
 * Several processes share the work, since each claims what it asks about. Called by the sweeper.
 * @throws ProviderProblem; the rest comes in the next round.
 */
export async function syncPayments(shop: Shop): Promise<void> {
  const claimed = await shop.db
    .updateTable('payments')
    .set({ checked_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', (db) =>
      db
        .selectFrom('payments')
        .select('id')
        .where('state', 'in', ['creating', 'live'])
        // One that is being created right now is somebody's request under way.
        .where('created_at', '<', sql<Date>`now() - interval '10 seconds'`)
        .where(
          sql<boolean>`(checked_at is null or checked_at + (checked_at - created_at) / 2 + interval '15 seconds' < now())`,
        )
        .orderBy('created_at', 'desc')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  await withConcurrency(claimed, async (payment) => {
    const intent = await requestIntent(shop, payment)
    // What is created again is answered as it was the first time: only reading it back says how it stands.
    const isNews = payment.intent_id !== null
    await settlePayment(shop, isNews ? intent : await shop.payments.retrieveIntent(intent.id))
  })
}

/**
 * Cancels open payments of orders that are paid or deleted: they were begun before a lost charge was taken over. Called by the sweeper.
 * @throws ProviderProblem
 */
export async function cancelUnneededPayments(shop: Shop): Promise<void> {
  const unneeded = await shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('payments')
    .where('state', 'in', ['creating', 'live'])
    .where((is) => is.or([is('paid_at', 'is not', null), is('deleted_at', 'is not', null)]))
    .limit(BATCH)
    .execute()
  await withConcurrency(unneeded, async (payment) => {
    await endPayment(shop, payment)
  })
}
