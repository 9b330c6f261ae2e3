import type { Shop } from '../shop.ts'
import { containing } from '../text.ts'
import { isId } from '../id.ts'
import type { ListOrdersQuery, Order } from './order.ts'
import { selectNewestOrders, toOrder } from './order-queries.server.ts'

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

/** All orders, newest first. Who may: admins. `q`: part of a product, a customer, a transaction, or a whole order id. */
export async function listOrders(shop: Shop, query: ListOrdersQuery): Promise<Order[]> {
  let rows = selectNewestOrders(shop.db, query)
  if (query.status === 'unpaid') rows = rows.where('paid_at', 'is', null)
  if (query.status === 'paid') rows = rows.where('paid_at', 'is not', null).where('shipped_at', 'is', null)
  if (query.status === 'shipped') rows = rows.where('shipped_at', 'is not', null)
  const { q } = query
  if (q) {
    const pattern = containing(q)
    rows = rows.where((is) =>
      is.or([
        is('product_name', 'ilike', pattern),
        is('customer_name', 'ilike', pattern),
        is('customer_email', 'ilike', pattern),
        is('transaction_id', '=', q),
        ...(isId(q) ? [is('id', '=', q)] : []),
      ]),
    )
  }
  return (await rows.execute()).map(toOrder)
}
