import { sql } from 'kysely'
import type { TestStore } from './test-store.ts'

/** The row of an order, past the door. */
export function orderRow({ db }: TestStore, id: string) {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The payments of an order, oldest first. */
export function paymentRows({ db }: TestStore, orderId: string) {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute()
}

/** Makes the payments of an order a minute older: the sweeper leaves what is younger than 10 s to the request that made it. */
export async function agePayments({ db }: TestStore, orderId: string): Promise<void> {
  await sql`update payments set created_at = created_at - interval '1 minute' where order_id = ${orderId}`.execute(
    db,
  )
}
