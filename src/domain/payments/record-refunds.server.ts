import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { lockPurchase } from '../orders/order-queries.server.ts'
import type { ProviderCharge } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'

/**
 * Reads back what the provider has refunded of the payment of a purchase, also in its dashboard, and whether
 * the payment is disputed. Records both with audit rows; a refund is emailed to the customer.
 * Any order and number of calls lead to the same state, in any number of processes. A charge that pays no
 * order changes nothing: the store refunds it itself (refund-payments.server.ts).
 * @throws ProviderError; an Error if other processes record refunds of it without a pause.
 */
export async function recordRefunds(shop: PaymentShop, intentId: string): Promise<void> {
  // A reading that was overtaken by another process's is read again.
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const order = await findPaidBy(shop.db, intentId)
    if (!order) return
    const charge = await shop.payments.retrieveCharge(intentId)
    // Not charged, or unknown to these keys: reconciliation reports that.
    if (!charge || charge.capturedCents === 0) return
    if (await recordReading(shop, order, charge)) return
  }
  throw new Error(`The refunds of ${intentId} changed during each of ${MAX_READINGS} readings`)
}

const MAX_READINGS = 10

type PaidPurchase = NonNullable<Awaited<ReturnType<typeof findPaidBy>>>

function findPaidBy(db: Database, intentId: string) {
  return (
    db
      .selectFrom('purchases')
      .innerJoin('orders', 'orders.id', 'purchases.id')
      .select(['purchases.id', 'purchases.total_cents', 'purchases.refunded_cents', 'disputed'])
      // As text: a Date has no microseconds.
      .select(sql<string | null>`purchases.refunded_at::text`.as('version'))
      // As its index has it.
      .where('line', '=', 1)
      .where('transaction_id', '=', intentId)
      .executeTakeFirst()
  )
}

/** @returns false when the purchase's refunds have changed since it was read. */
async function recordReading(
  shop: PaymentShop,
  order: PaidPurchase,
  charge: ProviderCharge,
): Promise<boolean> {
  const { id, refunded_cents: before } = order
  const after = Math.min(charge.refundedCents, order.total_cents)
  const disputed = order.disputed || charge.disputed
  if (after === before && disputed === order.disputed) return true
  return shop.db.transaction().execute(async (trx) => {
    await lockPurchase(trx, id)
    const now = await findPaidBy(trx, charge.intent.id)
    if (now?.version !== order.version || now.disputed !== order.disputed) return false
    if (after !== before)
      await trx
        .updateTable('purchases')
        .set({ refunded_cents: after, refunded_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute()
    await trx
      .updateTable('orders')
      .set({
        disputed,
        ...(after !== before && {
          // Rounded down: an order is wholly refunded exactly when its purchase is.
          refunded_cents: sql<number>`(total_cents::bigint * ${after} / ${order.total_cents})::integer`,
          refunded_at: sql<Date>`clock_timestamp()`,
        }),
      })
      .where('purchase_id', '=', id)
      .execute()
    const subject = `order:${id}` as const
    const intentId = charge.intent.id
    if (after !== before) {
      const amountCents = Math.abs(after - before)
      const number = await recordChange(trx, {
        actorId: null,
        action: after > before ? 'refund_order' : 'refund_failed',
        subject,
        before: { refundedCents: before },
        after: { intentId, refundedCents: after, amountCents },
      })
      const about = `${intentId}-${number}`
      const refund = { intentId, amountCents, ofOrder: true }
      if (after > before)
        await addOrderMails(shop, trx, { orderId: id, kind: 'order_refunded', about, refund })
    }
    if (disputed !== order.disputed)
      await recordChange(trx, { actorId: null, action: 'dispute_payment', subject, after: { intentId } })
    return true
  })
}
