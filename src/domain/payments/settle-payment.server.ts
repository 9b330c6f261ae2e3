import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { auditEntry, recordChange } from '../audit/record-change.server.ts'
import type { SellerContent } from '../documents/issue-document.server.ts'
import { issueInvoice } from '../documents/issue-invoice.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { renewHold } from '../orders/holds.server.ts'
import { lockPurchase, type OrderRow } from '../orders/order-queries.server.ts'
import type { CacheTag } from '../shared/cache-tags.ts'
import { adoptCharge } from './adopt-charge.server.ts'
import type { ProviderIntent } from './payment-provider.ts'
import { closePayment, findPaymentOfIntent, type PaymentRow } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { recordRefunds } from './record-refunds.server.ts'

/**
 * The result of settling an intent. `paid`: this call marked the order paid · `was_paid`: it was already paid
 * by this intent · `refund_due`: the charge could not pay its order and is refunded · `open`: not paid yet ·
 * `canceled` · `mismatch`: it succeeded with another amount, currency or order, and is refunded · `unknown`:
 * not ours, or its order is missing.
 */
type Settlement = NewCharge | 'was_paid' | 'open' | 'canceled' | 'unknown'
type NewCharge = 'paid' | 'refund_due' | 'mismatch'
type Settled = { settlement: Settlement; confirmed: boolean }

/**
 * Brings our record of one intent up to date with the provider: the only way an order becomes paid (I2a).
 * Called with the provider's current state by PATCH, the webhook, the background jobs and reconciliation; any
 * order and number of calls lead to the same state. A charge missing from our database is adopted.
 * @param intent as read from the provider in this call, never from a request.
 * @param payerOrderId the order of the payer's own call, which also marks a payment that pays this order as
 * confirmed, in the same commit.
 * @returns `confirmed`: whether this call marked it; the database lets exactly one of any concurrent calls do
 * so.
 */
export async function settlePayment(
  shop: PaymentShop,
  intent: ProviderIntent,
  payerOrderId?: string,
): Promise<Settled> {
  const payment = (await findPaymentOfIntent(shop.db, intent)) ?? (await adoptCharge(shop.db, intent))
  if (!payment) return { settlement: 'unknown', confirmed: false }
  if (intent.state === 'missing') await closeMissing(shop, payment, intent.id)
  if (intent.state === 'canceled' && (await closePayment(shop.db, payment.id, intent.id)))
    shop.counters.payments.add('canceled')
  if (intent.state === 'canceled' || intent.state === 'missing')
    return { settlement: 'canceled', confirmed: false }
  if (intent.state !== 'succeeded') return { settlement: 'open', confirmed: false }
  const confirm = intent.orderId === payerOrderId
  // Before the transaction, which has a connection of its own.
  const content = await shop.content()
  const { stockChanges, newSettlement, ...settled } = await shop.db
    .transaction()
    .execute((trx) => settleSucceeded(trx, shop, { payment, intent, confirm, content }))
  if (newSettlement) shop.counters.payments.add(newSettlement)
  for (const change of stockChanges ?? []) shop.publishChange(change)
  if (settled.settlement === 'paid' && intent.refundedCents > 0) await recordRefunds(shop, intent.id)
  return settled
}

/**
 * Closes an open payment whose intent the provider does not have: it cannot be paid with these keys. The
 * keys of another account would explain it, so it is recorded, and looked for again (recheckPayments): with
 * the right ones, a charge made in between is found.
 */
async function closeMissing(shop: PaymentShop, payment: PaymentRow, intentId: string): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    if (!(await closePayment(trx, payment.id, intentId))) return
    await trx
      .updateTable('payments')
      .set({ retry_at: sql<Date>`clock_timestamp() + interval '1 hour'` })
      .where('id', '=', payment.id)
      .execute()
    await recordChange(trx, {
      actorId: null,
      action: 'payment_missing',
      subject: `order:${payment.order_id}`,
      after: { intentId, amountCents: payment.amount_cents },
    })
  })
}

/**
 * Marks the payment as confirmed by its payer, once.
 * @returns whether this call did.
 */
export async function confirmOnce(db: Database, intentId: string): Promise<boolean> {
  const confirmed = await db
    .updateTable('payments')
    .set({ confirmed_at: sql<Date>`clock_timestamp()` })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'succeeded')
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Whether the charge has our amount, in USD, and is for the order that the payment was made for. */
function matchesPayment(intent: ProviderIntent, payment: PaymentRow): boolean {
  return (
    intent.amountCents === payment.amount_cents &&
    intent.currency === 'usd' &&
    intent.orderId === payment.order_id
  )
}

/**
 * Decides what a charge pays for, and records it. Uses few statements: between two of them a busy process
 * renders pages while the purchase stays locked.
 * @param charge.confirm whether the call also marks a payment that pays its purchase as confirmed.
 * @returns `stockChanges`: of released units that were reserved again. `newSettlement`: the settlement,
 * unless the charge was known before.
 */
async function settleSucceeded(
  trx: Database,
  shop: PaymentShop,
  {
    payment,
    intent,
    confirm,
    content,
  }: { payment: PaymentRow; intent: ProviderIntent; confirm: boolean; content: SellerContent },
): Promise<Settled & { stockChanges?: CacheTag[]; newSettlement?: NewCharge }> {
  const { orders, order, state } = await lockPurchaseAndPayment(trx, payment)
  if (order.transaction_id === intent.id)
    return { settlement: 'was_paid', confirmed: confirm && (await confirmOnce(trx, intent.id)) }
  if (state === 'unneeded') return { settlement: 'refund_due', confirmed: false }
  const matches = matchesPayment(intent, payment)
  const payable =
    matches &&
    intent.refundedCents < intent.amountCents &&
    order.deleted_at === null &&
    order.transaction_id === null
  const renewal =
    payable && order.hold !== 'held' ? await renewHold(trx, orders, shop.rules, { charged: true }) : null
  const stockChanges = renewal?.ok ? renewal.value : []
  const isHeld = order.hold === 'held' || renewal?.ok
  const settlement = payable && isHeld ? 'paid' : matches ? 'refund_due' : 'mismatch'
  const confirmed = confirm && settlement === 'paid'
  await recordCharge(trx, order, { payment, intent, settlement, confirmed })
  if (settlement === 'paid') {
    await addOrderMails(
      shop,
      trx,
      { orderId: order.id, kind: 'order_paid', about: '' },
      { orderId: order.id, kind: 'store_order_paid', about: '' },
    )
    await issueInvoice(trx, content, order.purchase_id)
  }
  return { settlement, confirmed, stockChanges, newSettlement: settlement }
}

const AUDIT_ACTIONS = { paid: 'pay_order', refund_due: 'refund_due', mismatch: 'payment_mismatch' } as const

/** Records a new charge, and that its purchase is paid or the charge refunded, in one statement. */
async function recordCharge(
  trx: Database,
  order: OrderRow,
  charge: { payment: PaymentRow; intent: ProviderIntent; settlement: NewCharge; confirmed: boolean },
): Promise<void> {
  const { payment, intent, settlement, confirmed } = charge
  const { id: intentId, amountCents, currency } = intent
  const isPaid = settlement === 'paid'
  const charged = trx
    .with('charged', (db) =>
      db
        .updateTable('payments')
        .set({
          state: isPaid ? 'succeeded' : 'unneeded',
          intent_id: intentId,
          client_secret: intent.clientSecret,
          amount_cents: amountCents,
          refusals: 0,
          retry_at: null,
          ...(confirmed && { confirmed_at: sql<Date>`clock_timestamp()` }),
        })
        .where('id', '=', payment.id),
    )
    .with('recorded', (db) =>
      db.insertInto('audit_entries').values(
        auditEntry({
          actorId: null,
          action: AUDIT_ACTIONS[settlement],
          subject: `order:${order.id}`,
          ...(settlement === 'mismatch'
            ? {
                before: { amountCents: payment.amount_cents, currency: 'usd' },
                after: { intentId, amountCents, currency },
              }
            : {
                before: { paid: order.transaction_id !== null, hold: order.hold },
                after: { intentId, amountCents, paid: isPaid },
              }),
        }),
      ),
    )
  if (!isPaid) {
    await charged
      .insertInto('refunds')
      .values({
        purchase_id: order.purchase_id,
        payment_id: payment.id,
        amount_cents: amountCents,
        cause: 'no_order',
      })
      .execute()
    return
  }
  await charged
    .with('paid', (db) =>
      db
        .updateTable('orders')
        // One moment for all, by the clock: this transaction may have waited since it began.
        .set({ paid_at: sql<Date>`statement_timestamp()`, transaction_id: intentId, hold: 'sold' })
        .where('purchase_id', '=', order.purchase_id),
    )
    .insertInto('stock_movements')
    .columns(['product_id', 'order_id', 'kind', 'quantity'])
    .expression((db) =>
      db
        .selectFrom('orders')
        .select(['product_id', 'id', sql<'sold'>`'sold'`.as('kind'), sql<number>`0`.as('quantity')])
        .where('purchase_id', '=', order.purchase_id),
    )
    .execute()
}

/**
 * The orders of the payment's purchase, the first of them, and the payment's state. The purchase is locked
 * first, then its payment, everywhere: no deadlock. "No key": a transaction that has its payment may still
 * insert rows that refer to an order (refund mails). A deleted purchase is its first order.
 */
async function lockPurchaseAndPayment(trx: Database, payment: PaymentRow) {
  const orders = (await lockPurchase(trx, payment.order_id)) ?? (await findDeleted(trx, payment.order_id))
  const [order] = orders
  const { state } = await trx
    .selectFrom('payments')
    .select('state')
    .where('id', '=', payment.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { orders, order, state }
}

async function findDeleted(trx: Database, id: string): Promise<[OrderRow]> {
  return [await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()]
}
