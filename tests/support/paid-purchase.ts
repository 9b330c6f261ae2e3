import { sql } from 'kysely'
import { confirmPayment } from './card-payments.ts'
import { charge } from './orders.ts'
import { purchase } from './purchases.ts'
import type { TestStore } from './test-store.ts'
import type { User } from './users.ts'

/** Places and pays a purchase of several parts, as `purchase` does. */
export async function paidPurchase(
  store: TestStore,
  customer: User,
  ...wanted: Parameters<typeof purchase> extends [unknown, unknown, ...infer Wanted] ? Wanted : never
): Promise<{ id: string; orderIds: string[]; number: string; total: number; intent: string }> {
  const placed = await purchase(store, customer, ...wanted)
  const { transactionId: intent } = await charge(store, customer, placed.id)
  const { status } = await confirmPayment(customer, placed.id, intent)
  if (status !== 200) throw new Error(`Not paid: ${status}`)
  return { ...placed, intent }
}

/** Dates the parcels of a purchase back by so many days of the store. */
export async function shippedDaysAgo({ db, shop }: TestStore, purchaseId: string, days: number) {
  const { timeZone } = await shop.content()
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  await sql`
    update shipments set shipped_at = ((now() at time zone ${zone}) - make_interval(days => ${days}::integer)) at time zone ${zone}
    where purchase_id = ${purchaseId}`.execute(db)
}
