import type { Database } from '#db/connection.ts'
import { type ProviderIntent, ProviderError } from './payment-provider.ts'
import { recordIntent, type PaymentRow } from './payment-queries.server.ts'
import type { PaymentShop } from './payment-shop.ts'
import { readProviderAccount } from './provider-account.server.ts'

/** Allowed clock skew to the provider, in ms. */
const CLOCK_SKEW_MS = 10 * 60_000

/**
 * Reads the intent of a payment from the provider, or creates it when its id is unknown. A lost response is
 * harmless: the payment's own key returns the same intent. So is an error: the provider repeats it for that
 * key for a day, so once its list shows no intent, another attempt is made with a new key.
 * @throws ProviderError
 */
export async function requestIntent(shop: PaymentShop, payment: PaymentRow): Promise<ProviderIntent> {
  const known = await findOrCreateIntent(shop, payment)
  if (known) return known
  const next = await nextAttempt(shop.db, payment)
  if (next.intent_id) return shop.payments.retrieveIntent(next.intent_id)
  return recordOrCancelIntent(shop, next.id, await create(shop, next))
}

/**
 * The intent of a payment, created if necessary with the key of the current attempt.
 * @returns null when the provider responded with an error and has no such intent.
 * @throws ProviderError when that is unknown.
 */
export async function findOrCreateIntent(
  shop: PaymentShop,
  payment: PaymentRow,
): Promise<ProviderIntent | null> {
  if (payment.intent_id) return shop.payments.retrieveIntent(payment.intent_id)
  try {
    return await recordOrCancelIntent(shop, payment.id, await create(shop, payment))
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.hasResponded) throw error
    const created = await findIntentOf(shop, payment)
    return created && recordOrCancelIntent(shop, payment.id, await shop.payments.retrieveIntent(created.id))
  }
}

async function create(shop: PaymentShop, payment: PaymentRow): Promise<ProviderIntent> {
  const { store_id: storeId } = await readProviderAccount(shop.db)
  const { name } = await shop.content()
  return shop.payments.createIntent({
    paymentId: payment.id,
    attempt: payment.attempt,
    orderId: payment.order_id,
    storeId,
    amountCents: payment.amount_cents,
    description: `${name} order ${payment.order_id}`,
  })
}

async function findIntentOf(shop: PaymentShop, payment: PaymentRow): Promise<ProviderIntent | null> {
  const since = new Date(payment.created_at.getTime() - CLOCK_SKEW_MS)
  for await (const intent of shop.payments.listIntents(since)) {
    const isOfPayment = intent.paymentId === payment.id && intent.orderId === payment.order_id
    if (isOfPayment && intent.state !== 'canceled' && intent.amountCents === payment.amount_cents)
      return intent
  }
  return null
}

/**
 * Records the intent of the payment. If the payment has been closed or has another intent, this one is
 * canceled.
 */
async function recordOrCancelIntent(
  shop: PaymentShop,
  paymentId: string,
  intent: ProviderIntent,
): Promise<ProviderIntent> {
  const recorded = await recordIntent(shop.db, paymentId, intent)
  return recorded ? intent : shop.payments.cancelIntent(intent.id)
}

/** One of several processes increments; all continue with the same attempt. */
async function nextAttempt(db: Database, payment: PaymentRow): Promise<PaymentRow> {
  await db
    .updateTable('payments')
    .set({ attempt: payment.attempt + 1 })
    .where('id', '=', payment.id)
    .where('state', '=', 'creating')
    .where('attempt', '=', payment.attempt)
    .execute()
  return db.selectFrom('payments').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow()
}
