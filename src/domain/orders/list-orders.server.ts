import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Shop } from '../shop.ts'
import { searchPattern } from '../text.ts'
import { isId } from '../id.ts'
import type { ListOrdersQuery, Order } from './order.ts'
import { type OrderRow, selectNewestOrders, toOrder } from './order-queries.server.ts'

/** A customer's orders, newest first. Who may: the customer and admins (the door checks). `email` is normalised. */
export async function listOwnOrders(
  shop: Shop,
  email: string,
  page: { limit: number; after?: string | undefined },
): Promise<Order[]> {
  const rows = await selectNewestOrders(shop.db, page)
    .where('account_id', 'in', (db) => db.selectFrom('accounts').select('id').where('email', '=', email))
    .execute()
  return rows.map(toOrder)
}

/**
 * All orders, newest first. Who may: admins. `q`: part of a product, a customer or an e-mail (one or two letters: where a word begins), a
 * whole transaction or order id.
 * @throws Overloaded when too many search at the same time, or the search takes too long.
 */
export async function listOrders(shop: Shop, query: ListOrdersQuery): Promise<Order[]> {
  const { q } = query
  const rows = q
    ? await shop.searching('admins', () => findOrders(shop.db, query, q))
    : await selectOrders(shop.db, query).execute()
  return rows.map(toOrder)
}

/** What is looked for in. The index orders_text has the same expression. */
const SEARCHED = sql<string>`(' ' || product_name || ' ' || customer_name || ' ' || customer_email)`
/** What is found often is found among so many times as many orders as are wanted. */
const RECENT = 20

function selectOrders(db: Database, query: ListOrdersQuery) {
  const rows = selectNewestOrders(db, query)
  if (query.status === 'unpaid') return rows.where('paid_at', 'is', null)
  if (query.status === 'paid') return rows.where('paid_at', 'is not', null).where('shipped_at', 'is', null)
  if (query.status === 'shipped') return rows.where('shipped_at', 'is not', null)
  return rows
}

/** First among the newest orders, where common words are found; then by the indexes, which are quick for rare ones. */
async function findOrders(db: Database, query: ListOrdersQuery, q: string): Promise<OrderRow[]> {
  const pattern = searchPattern(q)
  const recent = await db
    .selectFrom(selectOrders(db, { ...query, limit: query.limit * RECENT }).as('recent'))
    .selectAll()
    .where(SEARCHED, 'ilike', pattern)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute()
  if (recent.length === query.limit) return recent
  const found = sql`
    select id from orders where hold <> 'held' and ${SEARCHED} ilike ${pattern}
    union all select id from orders where hold = 'held' and ${SEARCHED} ilike ${pattern}
    union all select id from orders where transaction_id = ${q}
    union all select ${isId(q) ? q : null}::uuid`
  return selectOrders(db, query)
    .where(sql<boolean>`id = any (array(${found}))`)
    .execute()
}
