import { sql } from 'kysely'
import { formatOrderNumber } from '../shared/order-number.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { findManagedProduct, NO_SUCH_PRODUCT } from './product-queries.server.ts'
import type { ListStockMovementsQuery, StockMovement } from './stock-movement.ts'

type Optional = 'actor' | 'orderId' | 'orderNumber'

/**
 * The changes of a product's stock, newest first, from the ledger and the audit. Access: admins. Reads all
 * movements of the product.
 * Refusals: not_found.
 *
 * The ledger has no index of holds, which each order would have to update: the holds of a product are found
 * through the orders that released or sold its units, which are indexed, and the orders that still hold
 * some.
 */
export async function listStockMovements(
  shop: Pick<Shop, 'db' | 'rules'>,
  productId: string,
  { limit, after }: ListStockMovementsQuery,
): Promise<Outcome<StockMovement[]>> {
  const product = await findManagedProduct(shop.db, productId)
  if (!product) return refused('not_found', NO_SUCH_PRODUCT)
  const { rows } = await sql<
    Omit<StockMovement, 'at' | Optional> & { at: Date } & { [key in Optional]: StockMovement[key] | null }
  >`
    with others as materialized (
      select id, order_id, kind, quantity, at from stock_movements where product_id = ${product.id} and kind <> 'held'
    ), of_orders as (
      select order_id from others where order_id is not null
      union select id from orders where hold = 'held' and product_id = ${product.id}
    ), movements as (
      select * from others where kind <> 'sold'
      union all
      select held.* from of_orders cross join lateral (
        select id, order_id, kind, quantity, at from stock_movements
        where stock_movements.order_id = of_orders.order_id and kind = 'held') held
    ), numbered as (
      select *, (sum(quantity) over (order by id))::integer as stock,
             row_number() over (partition by order_id, kind = 'held' order by id) as nth
      from movements
    ), page as (
      select * from numbered where id < ${after ?? String(2n ** 63n - 1n)}::bigint order by id desc limit ${limit}
    )
    select page.id as "_id", page.at, page.kind, page.quantity, stock, coalesce(noted.action, page.kind) as action,
           case when actor_id is not null then
             json_build_object('_id', actor_id, 'name', coalesce(accounts.name, ''), 'email', coalesce(accounts.email, '')) end as actor,
           page.order_id as "orderId", orders.number as "orderNumber"
    from page
    left join orders on orders.id = page.order_id
    left join lateral (
      -- Each movement has one entry, of its purchase, written in its transaction, and both are in the order of the locks of product
      -- and order. A cancellation's or a return's may be about other parts of it: it is the first one after the movement.
      select action, actor_id from audit_entries
      where subject = case when page.order_id is null then ${`product:${product.id}`} else 'order:' || orders.purchase_id end
        and case when page.order_id is null then action in ('add_product', 'restock_product')
                 when page.kind = 'held' then action in ('place_order', 'seed_order', 'retake_hold')
                 when page.kind in ('canceled', 'returned')
                   then action = case page.kind when 'canceled' then 'cancel_pieces' else 'receive_return' end and audit_entries.at >= page.at
                 else action in ('delete_order', 'lapse_hold') end
      order by audit_entries.id offset case when page.kind in ('canceled', 'returned') then 0 else nth - 1 end limit 1) noted on true
    left join accounts on accounts.id = actor_id
    order by page.id desc`.execute(shop.db)
  return ok(
    rows.map(({ at, actor, orderId, orderNumber, ...movement }) => ({
      ...movement,
      at: at.toISOString(),
      actor: actor ?? undefined,
      orderId: orderId ?? undefined,
      orderNumber: orderNumber ? formatOrderNumber(orderNumber, shop.rules.orderPrefix) : undefined,
    })),
  )
}
