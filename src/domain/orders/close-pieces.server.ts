import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/**
 * Counts open pieces of an order as shipped, after their parcel is stored, or as canceled. Once none are open
 * and some have shipped, the order has, with its last parcel. Its purchase must be locked.
 */
export async function closePieces(
  trx: Database,
  id: string,
  { shipped = 0, canceled = 0 }: { shipped?: number; canceled?: number },
): Promise<void> {
  await sql`
    update orders set
      shipped_quantity = shipped_quantity + ${shipped}::integer,
      canceled_quantity = canceled_quantity + ${canceled}::integer,
      shipped_at = case when shipped_quantity + ${shipped}::integer > 0
                         and shipped_quantity + ${shipped}::integer + canceled_quantity + ${canceled}::integer = quantity
                        then (select max(s.shipped_at) from shipment_lines l join shipments s on s.id = l.shipment_id
                              where l.order_id = orders.id) end
    where id = ${id}`.execute(trx)
}
