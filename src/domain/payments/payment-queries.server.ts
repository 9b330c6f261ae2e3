import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { PaymentsTable } from '#db/schema/payments.ts'
import { isId } from '../shared/id.ts'
import type { ProviderIntent } from './payment-provider.ts'

export type PaymentRow = Selectable<PaymentsTable>

/** The payment of this order that can still be completed; there is at most one (I3). */
export function findOpenPayment(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', ['creating', 'live'])
    .executeTakeFirst()
}

/** Payments that can still be completed, to be filtered by their orders. */
export function selectOpenPayments(db: Database) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('payments')
    .where('state', 'in', ['creating', 'live'])
}

/**
 * The payment that an intent of the provider belongs to: by its id, or by our payment's id in its metadata
 * before the id was recorded. One statement: between two queries the id could be recorded, and the intent
 * would match neither.
 */
export function findPaymentOfIntent(
  db: Database,
  intent: Pick<ProviderIntent, 'id' | 'paymentId'>,
): Promise<PaymentRow | undefined> {
  const paymentId = intent.paymentId !== null && isId(intent.paymentId) ? intent.paymentId : null
  return db
    .selectFrom('payments')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('intent_id', '=', intent.id),
        eb.and([eb('id', '=', paymentId), eb('intent_id', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
}

/**
 * Records the intent that the provider returned for a payment.
 * @returns false when the payment has another intent, or has been canceled.
 */
export async function recordIntent(
  db: Database,
  paymentId: string,
  intent: ProviderIntent,
): Promise<boolean> {
  await db
    .updateTable('payments')
    .set({ intent_id: intent.id, client_secret: intent.clientSecret, state: 'live' })
    .where('id', '=', paymentId)
    .where('state', '=', 'creating')
    .execute()
  // Another process, or a webhook, may have recorded the same intent.
  const recorded = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', paymentId)
    .where('intent_id', '=', intent.id)
    .executeTakeFirst()
  return recorded !== undefined
}

/**
 * Closes an open payment that can never be paid, so that the order can get a new one. `intentId` null: the
 * provider has no intent for it.
 */
export async function closePayment(
  db: Database,
  paymentId: string,
  intentId: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ state: 'canceled', intent_id: intentId, refusals: 0, retry_at: null })
    .where('id', '=', paymentId)
    .where('state', 'in', intentId === null ? ['creating'] : ['creating', 'live'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
