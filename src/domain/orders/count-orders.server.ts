import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { IS_TO_SHIP } from './order-queries.server.ts'

/** The purchases of an account in numbers; deleted ones do not count. */
export type OrderFigures = {
  orders: number
  toShip: number
  unpaid: number
  cents: number
  last: Date | null
}

/** The figures of these accounts by their ids; those without orders are missing. */
export async function countOrders(db: Database, ids: readonly string[]): Promise<Map<string, OrderFigures>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<OrderFigures & { id: string }>`
    select account_id as id, (count(*) filter (where line = 1))::integer as orders, max(placed_at) as last,
           (count(*) filter (where line = 1 and paid_at is null))::integer as unpaid,
           (count(distinct purchase_id) filter (
             where ${IS_TO_SHIP}))::integer as "toShip",
           coalesce(sum(p.total_cents - p.refunded_cents) filter (where paid_at is not null and line = 1), 0)::float8 as cents
    from orders join purchases p on p.id = purchase_id
    where account_id = any (${ids}::text[]) and deleted_at is null group by account_id`.execute(db)
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}
