import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { askIntent } from './ask-intent.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/** Payments asked for in one round. */
const BATCH = 100

/**
 * Asks the provider about open payments, those not asked about for longest first: heals a lost PATCH and a lost webhook.
 * Several processes share the work, since each claims what it asks about. Called by the sweeper.
 * @throws ProviderProblem; the rest comes in the next round.
 */
export async function sweepPayments(shop: Shop): Promise<void> {
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
        .orderBy('checked_at', (by) => by.asc().nullsFirst())
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'order_id', 'intent_id', 'amount_cents'])
    .execute()
  for (const payment of claimed) {
    await settlePayment(shop, await askIntent(shop, payment))
  }
}
