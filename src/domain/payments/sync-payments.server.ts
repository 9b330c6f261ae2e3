import { sql } from 'kysely'
import { endPayment } from './end-payment.server.ts'
import { selectOpenPayments } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { requestIntent } from './request-intent.server.ts'
import { IS_RETRY_DUE, withRetries } from './retry-alone.server.ts'
import { settlePayment } from './settle-payment.server.ts'
import { withConcurrency } from './with-concurrency.server.ts'

const PAYMENTS_PER_ROUND = 100

/**
 * Polls the provider for open payments, newest first and less often as they age: for payments whose intent id
 * was never recorded, and for a provider that loses events. All others are updated from its events
 * (process-provider-events.server.ts). Several processes share the work: each claims its rows. Called by the
 * background jobs.
 * @throws ProviderError; the next round continues.
 */
export async function syncPayments(shop: PaymentShop): Promise<void> {
  const claimed = await shop.db
    .updateTable('payments')
    .set({ checked_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payments')
        .select('id')
        .where('state', 'in', ['creating', 'live'])
        // The request that created a newer one may still be handling it.
        .where('created_at', '<', sql<Date>`now() - interval '10 seconds'`)
        .where(
          sql<boolean>`(checked_at is null or checked_at + (checked_at - created_at) / 2 + interval '15 seconds' < now())`,
        )
        .orderBy('created_at', 'desc')
        .limit(PAYMENTS_PER_ROUND)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  await withConcurrency(claimed, async (payment) => {
    const intent = await requestIntent(shop, payment)
    // A repeated create returns the original response: only a read shows the current state.
    const isCurrent = payment.intent_id !== null
    await settlePayment(shop, isCurrent ? intent : await shop.payments.retrieveIntent(intent.id))
  })
}

/**
 * Cancels open payments of paid or deleted orders: they were opened before a lost charge was adopted. Called
 * by the background jobs.
 * @throws ProviderError
 */
export async function cancelUnneededPayments(shop: PaymentShop): Promise<void> {
  const unneeded = await selectOpenPayments(shop.db)
    .where((eb) => eb.or([eb('paid_at', 'is not', null), eb('deleted_at', 'is not', null)]))
    .where(IS_RETRY_DUE)
    .orderBy('retry_at', (order) => order.asc().nullsFirst())
    .limit(PAYMENTS_PER_ROUND)
    .execute()
  await withRetries(shop, unneeded, async (payment) => {
    await endPayment(shop, payment)
  })
}
