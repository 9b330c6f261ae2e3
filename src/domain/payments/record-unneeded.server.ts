import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { sum } from '../shared/money.ts'
import type { ProviderRefund } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'
import { refundKey } from './refund-key.ts'

/** The refund of a charge that pays no purchase. */
export function findUnneeded(db: Database, intentId: string) {
  return db
    .selectFrom('refunds as r')
    .innerJoin('payments as y', 'y.id', 'r.payment_id')
    .selectAll('r')
    .select('y.order_id')
    .where('y.intent_id', '=', intentId)
    .where('r.cause', '=', 'no_order')
    .executeTakeFirst()
}

type Unneeded = NonNullable<Awaited<ReturnType<typeof findUnneeded>>>

/**
 * Reads back what the provider has refunded of a charge that pays no purchase, also in its dashboard: it is
 * done once nothing of the charge is left. Then its customer is emailed, once; the store is when it fails.
 */
export async function recordUnneeded(shop: PaymentShop, intentId: string): Promise<void> {
  const refund = await findUnneeded(shop.db, intentId)
  if (!refund || refund.state === 'settled_otherwise') return
  const { state, failure } = stateOf(refund, await shop.payments.listRefunds(intentId))
  if (state === refund.state) return
  const { id, order_id: orderId, amount_cents: amountCents } = refund
  const recorded = await shop.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('refunds')
      .set({ state, failure, done_at: state === 'done' ? sql<Date>`clock_timestamp()` : null })
      .where('id', '=', id)
      .where('state', '=', refund.state)
      .where('attempt', '=', refund.attempt)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || state === 'pending') return false
    const about = await recordChange(trx, {
      actorId: null,
      action: state === 'done' ? 'refund_payment' : 'refund_refused',
      subject: `order:${orderId}`,
      after: state === 'done' ? { intentId, amountCents } : { refundId: id, amountCents, failure },
    })
    await addOrderMails(
      shop,
      trx,
      state === 'done'
        ? {
            orderId,
            kind: 'order_refunded',
            about: intentId,
            refund: { intentId, amountCents, ofOrder: false },
          }
        : { orderId, kind: 'store_refund_failed', about },
    )
    return state === 'done'
  })
  if (recorded) shop.counters.payments.add('refunded')
}

/** One that was sent, and is neither pending nor done, has failed. */
function stateOf(refund: Unneeded, refunds: readonly ProviderRefund[]) {
  const given = refunds.filter(({ state }) => state !== 'failed')
  if (sum(given.map(({ amountCents }) => amountCents)) >= refund.amount_cents) {
    const isPending = given.some(({ state }) => state === 'pending')
    return { state: isPending ? ('pending' as const) : ('done' as const), failure: null }
  }
  const own = refunds.find(({ key }) => key === refundKey(refund))
  return refund.state === 'due' && !own
    ? { state: 'due' as const, failure: null }
    : { state: 'failed' as const, failure: own?.failure ?? 'returned by the bank' }
}
