import { sql } from 'kysely'
import type { PaymentRow } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { recordRefunds } from './record-refunds.server.ts'
import { IS_RETRY_DUE, withRetries } from './retry-alone.server.ts'
import { settlePayment } from './settle-payment.server.ts'

const PAYMENTS_PER_ROUND = 100
/** A payment that the provider did not know is looked for this long: in days. */
const MISSING_DAYS = 30

/**
 * Reads payments of the provider again that are closed here and may differ there: those that it did not know
 * (with the keys of another account it knows none, and the right ones may come back) and those whose refunds
 * could not be read. A charge is settled, refunds are recorded, and an intent that is still open is canceled.
 * A payment waits an hour between two readings. Called by the background jobs.
 * @throws ProviderError; the next round continues.
 */
export async function recheckPayments(shop: PaymentShop): Promise<void> {
  const due = await shop.db
    .updateTable('payments')
    .set({ retry_at: sql<Date>`clock_timestamp() + interval '1 hour'` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payments')
        .select('id')
        .where('state', 'in', ['canceled', 'succeeded'])
        .where('retry_at', 'is not', null)
        .where(IS_RETRY_DUE)
        .orderBy('retry_at')
        .limit(PAYMENTS_PER_ROUND)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  await withRetries(shop, due, (payment) => recheck(shop, payment))
}

async function recheck(shop: PaymentShop, payment: PaymentRow): Promise<void> {
  if (payment.intent_id === null) return finish(shop, payment)
  let intent = await shop.payments.retrieveIntent(payment.intent_id)
  if (intent.state === 'missing') {
    const lookedUntil = payment.created_at.getTime() + MISSING_DAYS * 86_400_000
    return Date.now() < lookedUntil ? undefined : finish(shop, payment)
  }
  if (payment.state === 'canceled' && intent.state !== 'succeeded' && intent.state !== 'canceled')
    intent = await shop.payments.cancelIntent(intent.id)
  const { settlement } = await settlePayment(shop, intent)
  await recordRefunds(shop, intent.id)
  // The provider is still processing it.
  if (settlement !== 'open') await finish(shop, payment)
}

async function finish(shop: PaymentShop, { id }: PaymentRow): Promise<void> {
  await shop.db.updateTable('payments').set({ retry_at: null, refusals: 0 }).where('id', '=', id).execute()
}
