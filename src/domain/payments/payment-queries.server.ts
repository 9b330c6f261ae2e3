import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { PaymentsTable } from '#db/schema/payments.ts'
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

/** The payment that an intent of the provider belongs to: by its id, or by the name we gave it before we knew its id. */
export async function findPaymentOfIntent(
  db: Database,
  intent: Pick<ProviderIntent, 'id' | 'paymentId'>,
): Promise<PaymentRow | undefined> {
  const known = await db
    .selectFrom('payments')
    .selectAll()
    .where('intent_id', '=', intent.id)
    .executeTakeFirst()
  if (known || !intent.paymentId) return known
  return db
    .selectFrom('payments')
    .selectAll()
    .where(sql<string>`id::text`, '=', intent.paymentId)
    .where('intent_id', 'is', null)
    .executeTakeFirst()
}

/** Notes what the provider answered to our asking; a payment that was canceled meanwhile stays canceled. */
export async function noteIntent(db: Database, paymentId: string, intent: ProviderIntent): Promise<void> {
  await db
    .updateTable('payments')
    .set({ intent_id: intent.id, client_secret: intent.clientSecret, state: 'live' })
    .where('id', '=', paymentId)
    .where('state', '=', 'creating')
    .execute()
}
