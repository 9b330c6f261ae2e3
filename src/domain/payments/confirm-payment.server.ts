import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { mayPayOrder } from '../orders/order-policy.ts'
import { NO_SUCH_ORDER } from '../orders/order-queries.server.ts'
import { isId } from '../shared/id.ts'
import { type UpdateResult, ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import { ProviderError } from './payment-provider.ts'
import type { PaymentShop } from './payment-shop.ts'
import type { ConfirmPaymentInput } from './payment.ts'
import { withProviderErrors } from './provider-refusal.ts'
import { sendRefund } from './send-refunds.server.ts'
import { confirmOnce, settlePayment } from './settle-payment.server.ts'

type Confirmed = Outcome<UpdateResult>

const NOT_CONFIRMED = refused(
  'payment_not_confirmed',
  'The card provider has not confirmed this payment. If your card was charged, the order shows as paid within a minute.',
)

/**
 * Marks a purchase paid, by its id or that of one of its orders. Access: the owner. The transaction is only a
 * hint: the intent is read from the provider.
 * Refusals: not_found, invalid_input when the ids differ, payment_not_confirmed, payment_mismatch,
 * transaction_reused, already_paid (by another transaction), provider_….
 * @returns modifiedCount 1 for the first such call of a paid order, even when a webhook settled it earlier;
 * then 0.
 */
export async function confirmPayment(
  shop: PaymentShop,
  viewer: Viewer,
  id: string,
  input: ConfirmPaymentInput,
): Promise<Confirmed> {
  if (input.orderId !== undefined && input.orderId !== id)
    return refusedField('orderId', 'invalid_input', 'orderId does not match the order in the URL.', 'differs')
  const { transactionId } = input
  const order = await findOrderAndIntent(shop.db, id, transactionId)
  if (!order || order.deleted_at || !mayPayOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
  if (order.transaction_id === transactionId) return confirmation(await confirmOnce(shop.db, transactionId))
  const { intent_order_id: intentOrderId, purchase_id: purchaseId } = order
  if (intentOrderId !== null && intentOrderId !== purchaseId) return REUSED
  if (order.transaction_id)
    return refused('already_paid', 'This order has already been paid, with another payment.')
  if (!shop.payments.isIntentId(transactionId)) return NOT_CONFIRMED
  return withProviderErrors(shop, () =>
    retrieveAndSettle(shop, purchaseId, transactionId, intentOrderId !== null),
  )
}

/** The order with this id, and the purchase that the payment with this intent is for. */
async function findOrderAndIntent(db: Database, id: string, intentId: string) {
  if (!isId(id)) return undefined
  return db
    .selectFrom('orders')
    .leftJoin('payments', (join) => join.on('payments.intent_id', '=', intentId))
    .select([
      'orders.purchase_id',
      'account_id',
      'transaction_id',
      'deleted_at',
      'payments.order_id as intent_order_id',
    ])
    .where('orders.id', '=', id)
    .executeTakeFirst()
}

async function retrieveAndSettle(
  shop: PaymentShop,
  orderId: string,
  intentId: string,
  isOurs: boolean,
): Promise<Confirmed> {
  const intent = await shop.payments.retrieveIntent(intentId).catch((error: unknown) => {
    // An id unknown to us and to the provider is a client error, not a provider failure.
    if (!isOurs && error instanceof ProviderError && error.kind === 'failed') return null
    throw error
  })
  if (!intent) return NOT_CONFIRMED
  const { settlement, confirmed } = await settlePayment(shop, intent, orderId)
  switch (settlement) {
    case 'paid':
    case 'was_paid':
      // Our database may not have known its order yet.
      return intent.orderId === orderId ? confirmation(confirmed) : REUSED
    case 'mismatch':
      await sendRefund(shop, { intentId: intentId })
      return MISMATCH
    case 'unknown':
      return intent.state === 'succeeded' ? MISMATCH : NOT_CONFIRMED
    case 'refund_due':
      await sendRefund(shop, { intentId: intentId })
      return refused('payment_mismatch', 'This order is no longer available, so the payment was refunded.')
    default:
      return NOT_CONFIRMED
  }
}

/** The response to a paid order's owner. */
const confirmation = (isFirst: boolean): Confirmed => ok({ modifiedCount: isFirst ? 1 : 0 })

const REUSED = refused('transaction_reused', 'This payment belongs to another order.')

const MISMATCH = refused(
  'payment_mismatch',
  'This payment is not for this order: amount, currency or order differ. If your card was charged, it will be refunded.',
)
