import type { Database } from '#db/connection.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import { isId } from '../shared/id.ts'
import type { ProviderIntent } from './payment-provider.ts'
import { findPaymentOfIntent, type PaymentRow } from './payment-queries.server.ts'
import { readProviderAccount } from './provider-account.server.ts'

/**
 * The owner of an intent that matches none of our payments. `ours`: its metadata has this store's id, or
 * (created before stores had ids) one of our orders · `foreign`: it has another store's id, or no order ·
 * `unclear`: it has an unknown order, and no store.
 */
export async function findChargeOwner(
  db: Database,
  intent: Pick<ProviderIntent, 'orderId' | 'paymentId' | 'storeId'>,
): Promise<'ours' | 'foreign' | 'unclear'> {
  if (!intent.orderId && !intent.paymentId) return 'foreign'
  if (intent.storeId !== null)
    return intent.storeId === (await readProviderAccount(db)).store_id ? 'ours' : 'foreign'
  return (await findOrder(db, intent.orderId ?? '')) ? 'ours' : 'unclear'
}

/**
 * Adopts a charge that our database has lost, after a restore from a backup or a failover to a standby
 * without the last rows. Its payment is inserted again, for settlePayment to pay the order or refund the
 * charge.
 * @returns the payment; undefined when the charge is not ours, was refunded, or its order is missing:
 * reconciliation handles those.
 */
export async function adoptCharge(db: Database, intent: ProviderIntent): Promise<PaymentRow | undefined> {
  const isCharge = intent.state === 'succeeded' && intent.refundedCents < intent.amountCents
  if (!isCharge || (await findChargeOwner(db, intent)) !== 'ours') return undefined
  const order = await findOrder(db, intent.orderId ?? '')
  if (!order) return undefined
  await db
    .insertInto('payments')
    .values({
      id: await freeId(db, intent.paymentId),
      order_id: order.id,
      amount_cents: order.purchase_total_cents,
      intent_id: intent.id,
      client_secret: intent.clientSecret,
      // Not open: the order may already have another open payment. settlePayment decides.
      state: 'canceled',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findPaymentOfIntent(db, intent)
}

/** The payment's own id; undefined, for a new one, when another intent already has it. */
async function freeId(db: Database, paymentId: string | null): Promise<string | undefined> {
  if (paymentId === null || !isId(paymentId)) return undefined
  const adopted = await db.selectFrom('payments').select('id').where('id', '=', paymentId).executeTakeFirst()
  return adopted ? undefined : paymentId
}
