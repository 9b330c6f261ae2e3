import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { IS_ADMIN } from '../accounts/account-queries.server.ts'
import { LOW_STOCK_ORDERS } from '../products/product.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import { lastDays } from '../shared/shop-days.ts'
import type { Shop } from '../shop.ts'

/** Parts running low that the overview shows, emptiest first. */
const LOW_STOCK_SHOWN = 10

/** Days of sales that the overview shows. */
const DAYS_SHOWN = 30

/** Best sellers that the overview shows. */
const BEST_SELLERS_SHOWN = 5

/** Refused refunds that the overview shows. */
const REFUSED_REFUNDS_SHOWN = 10

/**
 * Pending work and sales in numbers. Access: admins. Revenue in dollars, of paid orders without what was
 * refunded of them, by the day they were paid in the store's time zone; best sellers by revenue.
 */
export async function showOverview(shop: Pick<Shop, 'db' | 'rules'>) {
  const shown = lastDays(DAYS_SHOWN)
  const begins = shown.map((day) => day.begins.toISOString())
  const [first] = begins
  const [orders, users, days, sellers, lowStock, reconciled, refusedRefunds] = await Promise.all([
    // Pending orders come from partial indexes (orders_unpaid, orders_to_ship), all sales from sums by days
    // of UTC; the last days, in the store's zone, from an index of what was paid (orders_paid).
    sql<{ unpaid: number; toShip: number; paid: number; refunded: number; totalCents: number }>`
      select (select count(*)::int from orders where paid_at is null and deleted_at is null) as unpaid,
             (select count(*)::int from orders where paid_at is not null and shipped_at is null
                                               and refunded_cents < total_cents) as "toShip",
             (select count(*)::int from orders where refunded_cents = total_cents) as refunded,
             coalesce(sum(orders), 0)::int as paid, coalesce(sum(cents), 0)::float8 as "totalCents"
      from sales`.execute(shop.db),
    sql<{ all: number; admins: number }>`
      select (select count(*)::int from accounts) as all,
             (select count(*)::int from accounts where ${IS_ADMIN}) as admins`.execute(shop.db),
    sql<{ at: number; cents: number; orders: number }>`
      select width_bucket(paid_at, ${begins}::timestamptz[]) as at, sum(total_cents - refunded_cents)::float8 as cents,
             (count(*) filter (where refunded_cents < total_cents))::int as orders
      from orders where paid_at >= ${first}::timestamptz group by 1`.execute(shop.db),
    sql<{ _id: string; name: string; unit: string; pieces: number; cents: number }>`
      select id as _id, name, unit, pieces, cents
      from (select product_id, sum(quantity)::float8 as pieces, sum(total_cents - refunded_cents)::float8 as cents
            from orders where paid_at >= ${first}::timestamptz and refunded_cents < total_cents group by product_id
            order by cents desc, product_id limit ${BEST_SELLERS_SHOWN}) best
      join products on id = product_id order by cents desc, id`.execute(shop.db),
    findLowStock(shop.db),
    findLastReconciliation(shop.db),
    findRefusedRefunds(shop),
  ])
  const { unpaid = 0, toShip = 0, paid = 0, refunded = 0, totalCents = 0 } = orders.rows[0] ?? {}
  const sales = new Map(days.rows.map(({ at, ...sold }) => [at, sold]))
  const recentCents = days.rows.reduce((sum, { cents }) => sum + cents, 0)
  return {
    orders: { all: unpaid + paid + refunded, unpaid, toShip, shipped: paid - toShip, refunded },
    users: users.rows[0] ?? { all: 0, admins: 0 },
    revenue: { total: dollarsFromCents(totalCents), last30Days: dollarsFromCents(recentCents) },
    days: shown.map(({ day }, at) => {
      const { orders: paidOrders, cents } = sales.get(at + 1) ?? { orders: 0, cents: 0 }
      return { day, orders: paidOrders, revenue: dollarsFromCents(cents) }
    }),
    bestSellers: sellers.rows.map(({ cents, ...product }) => ({
      ...product,
      revenue: dollarsFromCents(cents),
    })),
    refusedRefunds,
    ...(reconciled && { reconciled: { ...reconciled, at: reconciled.at.toISOString() } }),
    lowStock: lowStock.map(({ _id, name, available, minOrder }) => ({ _id, name, available, minOrder })),
    stock: { low: lowStock[0]?.low ?? 0, out: lowStock[0]?.out ?? 0 },
  }
}

/** The products that run out first, each with how many are low or out of stock in all. */
function findLowStock(db: Database) {
  return (
    db
      .selectFrom('products')
      .where('deleted_at', 'is', null)
      .where('hidden', '=', false)
      // stockLevel() of products/product.ts: low, or out.
      .where(sql<boolean>`available < ${LOW_STOCK_ORDERS} * min_order`)
      .select(['id as _id', 'name', 'available', 'min_order as minOrder'])
      .select(sql<number>`(count(*) filter (where available > 0) over ())::int`.as('low'))
      .select(sql<number>`(count(*) filter (where available = 0) over ())::int`.as('out'))
      .orderBy(sql`available::float8 / min_order`)
      .limit(LOW_STOCK_SHOWN)
      .execute()
  )
}

/** The latest comparison of our payments with the card provider's. */
function findLastReconciliation(db: Database) {
  return db
    .selectFrom('reconciliations')
    .where('finished_at', 'is not', null)
    .select([
      sql<Date>`finished_at`.as('at'),
      sql<number>`compared`.as('compared'),
      sql<number>`jsonb_array_length(differences)`.as('differences'),
    ])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Charges without an order to pay whose refund the provider has refused; it is retried ever less often. */
async function findRefusedRefunds({ db, rules }: Pick<Shop, 'db' | 'rules'>) {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['orders.id', 'number', 'amount_cents'])
    .where('refund_state', '=', 'due')
    .where('refusals', '>', 0)
    .orderBy('payments.created_at')
    .limit(REFUSED_REFUNDS_SHOWN)
    .execute()
  return rows.map(({ id, number, amount_cents: cents }) => ({
    orderId: id,
    number: formatOrderNumber(number, rules.orderPrefix),
    amount: dollarsFromCents(cents),
  }))
}
