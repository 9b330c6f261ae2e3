import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestStore } from './test-store.ts'

/** The row of an order. */
export function orderRow({ db }: TestStore, id: string) {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The payments of an order, oldest first. */
export function paymentRows({ db }: TestStore, orderId: string) {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute()
}

/**
 * Makes the payments of an order a minute older: the jobs leave payments younger than 10 s to the request
 * that created them.
 */
export async function agePayments({ db }: TestStore, orderId: string): Promise<void> {
  await sql`update payments set created_at = created_at - interval '1 minute' where order_id = ${orderId}`.execute(
    db,
  )
}

/** Expects the charges for paid orders minus refunds to equal the sum of the paid orders. */
export async function expectPaidOrdersCharged({ db }: TestStore): Promise<void> {
  const { rows } = await sql<{ charged: string; paid: string }>`
    select (select coalesce(sum(c.amount - c.amount_refunded), 0) from simulator.charges c
              join payments p on p.intent_id = c.intent_id
              where c.status = 'succeeded' and p.state = 'succeeded') as charged,
           (select sum(total_cents) from orders where paid_at is not null) as paid`.execute(db)
  expect(rows[0]?.charged).toBe(rows[0]?.paid)
}
