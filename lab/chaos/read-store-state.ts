import type { ChaosDatabase } from './chaos-database.ts'
import type { StoreState } from './history.ts'

/** Reads what the clients created at store and provider; call it after all changes have ended. */
export async function readStoreState(
  database: Pick<ChaosDatabase, 'query'>,
  products: readonly string[],
): Promise<StoreState> {
  const rows = await Promise.all([
    database.query<StoreState['orders'][number]>(
      `select o.id, purchase_id as purchase, account_id as client, coalesce(ship_to->>'line1', customer_address) as mark,
              product_id as product, quantity as units, hold,
              canceled_quantity + (select coalesce(sum(restocked), 0) from return_lines where order_id = o.id)::int as back, transaction_id as transaction,
              shipped_at is not null as shipped, deleted_at is not null as deleted
       from orders o join purchases p on p.id = purchase_id where product_id = any ($1)`,
      [products],
    ),
    database.query<StoreState['carts'][number]>(
      `select account_id as client, jsonb_build_object('revision', revision, 'lines', jsonb_agg(
                jsonb_build_object('product', product_id, 'units', quantity))) as cart
       from carts join cart_lines using (account_id) where product_id = any ($1) group by account_id, revision`,
      [products],
    ),
    database.query<StoreState['reviews'][number]>(
      `select id, account_id as client, text as mark from reviews where text like 'chaos-%'`,
    ),
    database.query<StoreState['products'][number]>(`select id, available from products where id = any ($1)`, [
      products,
    ]),
    database.query<StoreState['deliveries'][number]>(
      `select product_id as product, quantity as units, count(*)::int as times from stock_movements
       where kind in ('received', 'corrected') and product_id = any ($1) group by 1, 2`,
      [products],
    ),
    database.query<{ email: string }>(`select email from accounts where role = 'admin'`),
    database.query<StoreState['charges'][number]>(
      `select o.id as purchase, c.intent_id as transaction,
              (c.amount - case when o.transaction_id = c.intent_id then 0 else c.amount_refunded end)::int as cents
       from simulator.charges c join simulator.intents i on i.id = c.intent_id
       join orders o on o.id::text = i.metadata->>'order_id'
       where c.status = 'succeeded' and o.product_id = any ($1)`,
      [products],
    ),
    database.query<{ id: string }>(
      `select id from shipments union all select id from refunds union all select id from returns`,
    ),
    database.query<{ id: string }>(`select id from returns where state = 'received'`),
  ])
  const [orders, carts, reviews, stock, deliveries, accounts, charges, ...afterSale] = rows
  const [made, received] = afterSale.map((found) => found.map(({ id }) => id)) as [string[], string[]]
  const admins = accounts.map(({ email }) => email)
  return { orders, carts, reviews, products: stock, deliveries, admins, charges, made, received }
}

/** The number of unsettled payments: charges of unpaid orders, and refunds that are due. */
export async function countUnsettled(database: Pick<ChaosDatabase, 'query'>): Promise<number> {
  const [found] = await database.query<{ unsettled: number }>(
    `select (select count(*) from simulator.charges c join simulator.intents i on i.id = c.intent_id
             left join orders o on o.id::text = i.metadata->>'order_id'
             where c.status = 'succeeded' and c.amount > c.amount_refunded and o.transaction_id is distinct from c.intent_id)::int
          + (select count(*) from refunds where state in ('due', 'pending'))::int
          + (select count(*) from pg_stat_activity where application_name = 'driveline' and state <> 'idle')::int as unsettled`,
  )
  return found?.unsettled ?? Infinity
}
