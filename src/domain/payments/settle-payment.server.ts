import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { publishStockChange, renewHold } from '../orders/hold.server.ts'
import { lockOrder } from '../orders/order-queries.server.ts'
import type { Shop } from '../shop.ts'
import type { ProviderIntent } from './payment-provider.ts'
import { closePayment, findPaymentOfIntent, type PaymentRow } from './payment-queries.server.ts'
import { adoptCharge } from './adopt-charge.server.ts'

/**
 * The result of settling an intent.
 * `paid`: the order is paid by it, now · `was_paid`: it was before · `refund_due`: the charge could not pay its order and is refunded ·
 * `open`: not paid yet · `canceled` · `mismatch`: it succeeded with another amount, currency or order, and is refunded · `unknown`: not ours,
 * or its order is missing.
 */
export type Settlement = 'paid' | 'was_paid' | 'refund_due' | 'open' | 'canceled' | 'mismatch' | 'unknown'

/**
 * Brings our record of one intent up to date with the provider: the only way an order becomes paid (I2, I6).
 * Called with the provider's current state by PATCH, the webhook, the background jobs and reconciliation; any
 * order and number of calls lead to the same state (I16). A charge missing from our database is adopted.
 * @param intent as read from the provider in this call, never from a request.
 */
export async function settlePayment(shop: Shop, intent: ProviderIntent): Promise<Settlement> {
  const payment = (await findPaymentOfIntent(shop.db, intent)) ?? (await adoptCharge(shop.db, intent))
  if (!payment) return 'unknown'
  if (intent.state === 'canceled') {
    await closePayment(shop.db, payment.id, intent.id)
    return 'canceled'
  }
  if (intent.state !== 'succeeded') return 'open'
  const settlement = await shop.db.transaction().execute((trx) => settleSucceeded(trx, shop, payment, intent))
  if (settlement === 'paid') await publishStockChange(shop, payment.order_id, 'held')
  return settlement
}

/** The charge must be of our amount, in dollars, for the order that the payment was made for. */
function agrees(intent: ProviderIntent, payment: PaymentRow): boolean {
  return (
    intent.amountCents === payment.amount_cents &&
    intent.currency === 'usd' &&
    intent.orderId === payment.order_id
  )
}

async function settleSucceeded(
  trx: Database,
  shop: Shop,
  payment: PaymentRow,
  intent: ProviderIntent,
): Promise<Settlement> {
  // Lock the order first, then its payment, everywhere: no deadlock.
  const order = await lockOrder(trx, payment.order_id)
  if (!order) throw new Error(`Payment ${payment.id} has no order`)
  if (order.transaction_id === intent.id) return 'was_paid'
  const { refund_state: refund } = await trx
    .selectFrom('payments')
    .select('refund_state')
    .where('id', '=', payment.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (refund !== null) return 'refund_due'

  const matches = agrees(intent, payment)
  const payable =
    matches && intent.refundedCents === 0 && order.deleted_at === null && order.transaction_id === null
  const held =
    payable && (order.hold === 'held' || (await renewHold(trx, order, shop.rules, { charged: true })).ok)
  await trx
    .updateTable('payments')
    .set({
      state: 'succeeded',
      intent_id: intent.id,
      client_secret: intent.clientSecret,
      // Refund the amount actually charged.
      amount_cents: intent.amountCents,
      refund_state: held ? null : 'due',
    })
    .where('id', '=', payment.id)
    .execute()
  await recordChange(trx, {
    actorId: null,
    action: held ? 'pay_order' : matches ? 'refund_due' : 'payment_mismatch',
    subject: `order:${order.id}`,
    before: matches
      ? { paid: order.transaction_id !== null, hold: order.hold }
      : { amountCents: payment.amount_cents, currency: 'usd' },
    after: matches
      ? { intentId: intent.id, amountCents: intent.amountCents, paid: held }
      : { intentId: intent.id, amountCents: intent.amountCents, currency: intent.currency },
  })
  if (!held) return matches ? 'refund_due' : 'mismatch'
  await trx
    .updateTable('orders')
    .set({ paid_at: sql<Date>`clock_timestamp()`, transaction_id: intent.id, hold: 'sold' })
    .where('id', '=', order.id)
    .execute()
  await trx
    .insertInto('stock_movements')
    .values({ product_id: order.product_id, order_id: order.id, kind: 'sold', quantity: 0 })
    .execute()
  return 'paid'
}
