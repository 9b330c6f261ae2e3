import { recordChange, recordOnce } from '../audit/record-change.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import type { ProviderIntent } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'
import { IS_RETRY_DUE, withRetries } from './retry-alone.server.ts'

const REFUNDS_PER_ROUND = 20

/**
 * Refunds every charge that could not pay its order (deleted, or out of stock). Idempotent at the provider.
 * Called after settling and by the background jobs.
 * @param onlyIntentId refunds only this charge.
 * A refund that the provider refuses waits alone, with growing pauses.
 * @throws ProviderError; the next rounds retry the rest.
 */
export async function refundPayments(shop: PaymentShop, onlyIntentId?: string): Promise<void> {
  const due = await shop.db
    .selectFrom('payments')
    .select(['id', 'order_id', 'intent_id', 'amount_cents'])
    .where('refund_state', '=', 'due')
    .$if(onlyIntentId !== undefined, (query) => query.where('intent_id', '=', onlyIntentId ?? null))
    .$if(onlyIntentId === undefined, (query) => query.where(IS_RETRY_DUE))
    .orderBy('retry_at', (order) => order.asc().nullsFirst())
    .limit(REFUNDS_PER_ROUND)
    .execute()
  await withRetries(shop, due, async (payment) => {
    const { order_id: orderId, intent_id: intentId } = payment
    if (intentId === null) return
    await shop.payments.refund({ intentId, paymentId: payment.id })
    // The captured amount was refunded, whatever amount the provider reported when the payment was settled.
    const charge = await shop.payments.retrieveCharge(intentId)
    const amountCents = charge?.capturedCents ?? payment.amount_cents
    const refunded = await shop.db.transaction().execute(async (trx) => {
      const done = await trx
        .updateTable('payments')
        .set({ refund_state: 'done', amount_cents: amountCents, refusals: 0, retry_at: null })
        .where('id', '=', payment.id)
        .where('refund_state', '=', 'due')
        .returning('id')
        .executeTakeFirst()
      if (!done) return false
      await recordChange(trx, {
        actorId: null,
        action: 'refund_payment',
        subject: `order:${orderId}`,
        after: { intentId, amountCents },
      })
      const refund = { intentId, amountCents, ofOrder: false }
      await addOrderMails(shop, trx, { orderId, kind: 'order_refunded', about: intentId, refund })
      return true
    })
    if (refunded) shop.counters.payments.add('refunded')
  })
}

/**
 * Refunds a charge of this store whose order is missing: placed after the restored backup, or lost in a
 * failover. It is recorded in the audit first, once; a refunded intent never gets here again.
 * @throws ProviderError; the next reconciliation retries.
 */
export async function refundStrayCharge(shop: PaymentShop, intent: ProviderIntent): Promise<void> {
  const { id: intentId, amountCents, currency } = intent
  await recordOnce(shop.db, {
    actorId: null,
    action: 'refund_stray_charge',
    subject: `order:${intent.orderId ?? ''}`,
    after: { intentId, amountCents, currency },
  })
  await shop.payments.refund({ intentId, paymentId: intent.paymentId ?? '' })
}
