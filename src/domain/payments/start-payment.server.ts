import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { renewHold } from '../orders/holds.server.ts'
import { mayPayOrder } from '../orders/order-policy.ts'
import {
  findOrder,
  lockPurchase,
  NO_SUCH_ORDER,
  type OrderRow,
  refusePart,
} from '../orders/order-queries.server.ts'
import type { CacheTag } from '../shared/cache-tags.ts'
import {
  findStoredResponse,
  firstResponse,
  type IdempotencyKey,
  storeResponse,
} from '../shared/idempotency.server.ts'
import { centsFromDollars } from '../shared/money.ts'
import { ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import { refuseAfterDeclines } from './declines.server.ts'
import { findOpenPayment, type PaymentRow } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import type { CreatePaymentIntentInput, PaymentIntent } from './payment.ts'
import { processProviderEvents } from './process-provider-events.server.ts'
import { refuseBeforeReconciliation } from './provider-account.server.ts'
import { withProviderErrors } from './provider-refusal.ts'
import { requestIntent } from './request-intent.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/** How often to reopen a payment that is concurrently canceled (by a deletion or an expired hold). */
const MAX_ATTEMPTS = 10

const ALREADY_PAID = 'This order is already paid.'
const TOTAL_DIFFERS = 'This is not the total of your order. Reload the page and try again.'
const AMBIGUOUS =
  'You have several unpaid orders with this total. Send orderId to say which one you are paying.'

/**
 * Starts the payment of an unpaid purchase at the provider. Access: its owner. The amount is the purchase's
 * own; it has one live intent, reused after a decline, a reload or in a second tab. Renews an expired hold.
 * Refusals: not_found, part_of_purchase for another order of it than its first, no_matching_order,
 * ambiguous_order, invalid_input when the total differs, already_paid, insufficient_stock when the hold
 * expired and the units are gone, payment_in_progress, too_many_declines, provider_… (also after a restore
 * until payments have been reconciled).
 */
export async function startPayment(
  shop: PaymentShop,
  viewer: Viewer,
  input: CreatePaymentIntentInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<PaymentIntent>> {
  const earlier = idempotencyKey && (await findStoredResponse<PaymentIntent>(shop, viewer, idempotencyKey))
  if (earlier) return earlier
  const totalCents = centsFromDollars(input.totalPrice)
  const found = input.orderId ? ok(input.orderId) : await findOnlyUnpaid(shop.db, viewer, totalCents)
  if (!found.ok) return found
  const order = await findOrder(shop.db, found.value)
  if (!order || order.deleted_at || !mayPayOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
  if (order.line > 1) return refusePart('Paid', order, shop.rules)
  if (order.paid_at) return refused('already_paid', ALREADY_PAID)
  if (order.purchase_total_cents !== totalCents)
    return refusedField('totalPrice', 'invalid_input', TOTAL_DIFFERS, 'total_differs')
  const refusal =
    (await refuseBeforeReconciliation(shop.db)) ??
    (await refuseAfterDeclines(shop, { orderId: order.id, accountId: order.account_id }))
  if (refusal) return refusal
  const outcome = await withProviderErrors(shop, () => openPayment(shop, order))
  if (!idempotencyKey || !outcome.ok) return outcome
  try {
    await storeResponse(shop.db, viewer, idempotencyKey, outcome.value)
  } catch (error) {
    // The same key, concurrently: both got the order's only live intent.
    return firstResponse(shop, viewer, idempotencyKey, error)
  }
  return outcome
}

/**
 * Returns the order's open payment, or opens one if there is none or the last one was canceled, here or at
 * the provider.
 */
async function openPayment(shop: PaymentShop, order: OrderRow): Promise<Outcome<PaymentIntent>> {
  const orderId = order.id
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const reserved = await reservePayment(shop, orderId)
    if (!reserved.ok) return reserved
    const intent = await requestIntent(shop, reserved.value)
    if (intent.declined) {
      // The webhooks of more declined cards may be late or lost.
      await processProviderEvents(shop)
      const limited = await refuseAfterDeclines(shop, { orderId, accountId: order.account_id })
      if (limited) return limited
    }
    const { settlement } = await settlePayment(shop, intent)
    if (settlement === 'canceled' || settlement === 'mismatch' || settlement === 'refund_due') continue
    if (settlement === 'paid' || settlement === 'was_paid') return refused('already_paid', ALREADY_PAID)
    if (settlement !== 'open')
      return refused('provider_failed', 'This order can’t be paid right now. Contact us.')
    return ok({ clientSecret: intent.clientSecret, ...shop.payments.browser, orderId })
  }
  return refused('payment_in_progress', 'This order is being deleted. Reload the page and try again.')
}

/**
 * Inserts the payment before the call to the provider, with the purchase locked, so that a deletion sees it.
 */
async function reservePayment(shop: PaymentShop, orderId: string): Promise<Outcome<PaymentRow>> {
  let changes: CacheTag[] = []
  const outcome = await shop.db.transaction().execute(async (trx): Promise<Outcome<PaymentRow>> => {
    const orders = await lockPurchase(trx, orderId)
    if (!orders) return refused('not_found', NO_SUCH_ORDER)
    const [first] = orders
    if (first.paid_at) return refused('already_paid', ALREADY_PAID)
    if (first.hold === 'released') {
      const renewed = await renewHold(trx, orders, shop.rules, { charged: false })
      if (!renewed.ok) return renewed
      changes = renewed.value
    }
    const open = await findOpenPayment(trx, orderId)
    if (open) return ok(open)
    const payment = { order_id: orderId, amount_cents: first.purchase_total_cents }
    return ok(await trx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow())
  })
  for (const change of changes) shop.publishChange(change)
  return outcome
}

/** A call with only a total means the caller's only unpaid order with that total. */
async function findOnlyUnpaid(
  db: Database,
  viewer: Viewer,
  totalCents: number | null,
): Promise<Outcome<string>> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.id', 'orders.id')
    .select('orders.id')
    .where('account_id', '=', viewer.id)
    // No order's total exceeds the column's integer; a larger total matches nothing.
    .where('purchases.total_cents', '=', sql<number>`${totalCents}::bigint`)
    .where('paid_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('line', '=', 1)
    .limit(2)
    .execute()
  if (orders.length > 1) return refusedField('orderId', 'ambiguous_order', AMBIGUOUS, 'required')
  return orders[0]
    ? ok(orders[0].id)
    : refused('no_matching_order', 'You have no unpaid order with this total.')
}
