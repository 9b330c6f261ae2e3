import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { IS_ADMIN } from '../accounts/account-queries.server.ts'
import { LOW_STOCK_ORDERS } from '../products/product.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import { lastDays, shopTimeZone } from '../shared/shop-days.ts'
import type { Shop } from '../shop.ts'
import type { BestSeller, BestSellersQuery } from './best-sellers.ts'
import { IS_TO_SHIP } from './order-queries.server.ts'

/** Parts running low that the overview shows, emptiest first. */
const LOW_STOCK_SHOWN = 10

/** Days of sales that the overview shows. */
const DAYS_SHOWN = 30

/** Best sellers that the overview shows. */
const BEST_SELLERS_SHOWN = 5

/** A hold ends soon within these hours. */
const SOON_HOURS = 3

/** Failed imports and searches without a result count for these days, today included. */
const RECENT_DAYS = 7

/** Refused refunds that the overview shows. */
const FAILED_REFUNDS_SHOWN = 10

/**
 * Pending work and sales in numbers. Access: admins. Revenue in dollars, of paid orders without what was
 * refunded of them, by the day they were paid in the store's time zone.
 * @param query the period and measure of the best sellers.
 */
export async function showOverview(shop: Pick<Shop, 'db' | 'rules' | 'content'>, query: BestSellersQuery) {
  const timeZone = shopTimeZone(await shop.content())
  const shown = lastDays(DAYS_SHOWN, timeZone)
  const begins = shown.map((day) => day.begins.toISOString())
  const [first] = begins
  const [orders, users, days, bestSellers, lowStock, reconciled, failedRefunds, toDo] = await Promise.all([
    // Pending orders come from partial indexes (orders_unpaid, orders_to_ship), all sales from sums by days
    // of UTC; the last days, in the store's zone, from an index of what was paid (orders_paid).
    sql<{
      unpaid: number
      toShip: number
      partlyShipped: number
      paid: number
      canceled: number
      canceledUnrefunded: number
      refunded: number
      totalCents: number
    }>`
      select (select count(*)::int from orders where paid_at is null and deleted_at is null and line = 1) as unpaid,
             (select count(distinct purchase_id)::int from orders where ${IS_TO_SHIP}) as "toShip",
             (select count(distinct purchase_id)::int from orders
              where ${IS_TO_SHIP}
                and exists (select from orders l where l.purchase_id = orders.purchase_id and l.shipped_quantity > 0)
             ) as "partlyShipped",
             (select count(*)::int from orders where refunded_cents = total_cents and line = 1) as refunded,
             canceled.*, (select coalesce(sum(orders), 0)::int from sales) as paid,
             (select coalesce(sum(cents), 0)::float8 from sales) as "totalCents"
      from (select count(*)::int as canceled, (count(*) filter (where refunded_cents < total_cents))::int as "canceledUnrefunded"
            from orders where canceled_quantity = quantity and line = 1
              and not exists (select from orders l where l.purchase_id = orders.purchase_id and l.canceled_quantity < l.quantity)) canceled`.execute(
      shop.db,
    ),
    sql<{ all: number; admins: number }>`
      select (select count(*)::int from accounts)
               - (select count(*)::int from accounts where closed_at is not null) as all,
             (select count(*)::int from accounts where ${IS_ADMIN}) as admins`.execute(shop.db),
    sql<{ at: number; cents: number; orders: number }>`
      select width_bucket(paid_at, ${begins}::timestamptz[]) as at, sum(total_cents - refunded_cents)::float8 as cents,
             (count(*) filter (where refunded_cents < total_cents and line = 1))::int as orders
      from orders where paid_at >= ${first}::timestamptz group by 1`.execute(shop.db),
    findBestSellers(shop.db, query, timeZone),
    findLowStock(shop.db),
    findLastReconciliation(shop.db),
    findFailedRefunds(shop),
    findToDo(shop.db),
  ])
  const {
    unpaid = 0,
    toShip = 0,
    partlyShipped = 0,
    paid = 0,
    canceled = 0,
    canceledUnrefunded = 0,
    refunded = 0,
    totalCents = 0,
  } = orders.rows[0] ?? {}
  const sales = new Map(days.rows.map(({ at, ...sold }) => [at, sold]))
  const recentCents = days.rows.reduce((sum, { cents }) => sum + cents, 0)
  return {
    orders: {
      all: unpaid + paid + refunded,
      unpaid,
      toShip,
      partlyShipped,
      shipped: paid - toShip - canceledUnrefunded,
      canceled,
      refunded: refunded - (canceled - canceledUnrefunded),
    },
    users: users.rows[0] ?? { all: 0, admins: 0 },
    revenue: { total: dollarsFromCents(totalCents), last30Days: dollarsFromCents(recentCents) },
    days: shown.map(({ day }, at) => {
      const { orders: paidOrders, cents } = sales.get(at + 1) ?? { orders: 0, cents: 0 }
      return { day, orders: paidOrders, revenue: dollarsFromCents(cents) }
    }),
    bestSellers,
    toDo,
    failedRefunds,
    ...(reconciled && { reconciled: { ...reconciled, at: reconciled.at.toISOString() } }),
    lowStock: lowStock.map(({ _id, name, available, minOrder }) => ({ _id, name, available, minOrder })),
    stock: { low: lowStock[0]?.low ?? 0, out: lowStock[0]?.out ?? 0 },
  }
}

/**
 * The products that sold best in the last days, in the store's time zone and today included, without what was
 * refunded in full; `listed`: not deleted.
 */
async function findBestSellers(db: Database, { days, by }: BestSellersQuery, timeZone: string) {
  const [first] = lastDays(Number(days), timeZone)
  const order = by === 'units' ? sql`pieces desc, cents desc` : sql`cents desc`
  const { rows } = await sql<BestSeller & { cents: number }>`
    select id as _id, name, unit, pieces, cents, deleted_at is null as listed
    from (select product_id, sum(quantity - canceled_quantity)::float8 as pieces, sum(total_cents - refunded_cents)::float8 as cents
          from orders where paid_at >= ${first?.begins.toISOString()}::timestamptz and refunded_cents < total_cents
            and canceled_quantity < quantity
          group by product_id order by ${order}, product_id limit ${BEST_SELLERS_SHOWN}) best
    join products on id = product_id order by ${order}, id`.execute(db)
  return rows.map(({ cents, ...product }) => ({ ...product, revenue: dollarsFromCents(cents) }))
}

/** SQL: which share of an order's pieces is open, of those that were not canceled. */
const OPEN_SHARE = sql`(quantity - canceled_quantity - shipped_quantity) / (quantity - canceled_quantity)`

/** What waits for an admin: one statement, each count from an index or a small table. */
async function findToDo(db: Database) {
  const { rows } = await sql<{
    shipCents: number
    oldestPaidAt: Date | null
    holdsEnding: number
    firstHoldEndsAt: Date | null
    messages: number
    returns: number
    returnsComing: number
    misfits: number
    undelivered: number
    failedImports: number
    missedSearches: number
    hasProducts: boolean
    hasDelivery: boolean
    hasTax: boolean
  }>`
    select ship.cents as "shipCents", ship.oldest as "oldestPaidAt", hold.count as "holdsEnding",
      hold.first as "firstHoldEndsAt",
      (select count(*)::int from contact_messages where done_at is null) as messages,
      (select count(*)::int from returns where state = 'requested') as returns,
      (select count(*)::int from returns where state = 'approved') as "returnsComing",
      (select count(*)::int from fitment_flags where state = 'open') as misfits,
      (select count(*)::int from dead_letters) as undelivered,
      (select count(*)::int from imports where status in ('failed', 'refused')
        and created_at > now() - make_interval(days => ${RECENT_DAYS}::integer)) as "failedImports",
      (select count(distinct words)::int from missed_searches m
        where day > (now() at time zone 'utc')::date - ${RECENT_DAYS}::integer
          and not exists (select from ignored_searches i where i.words = m.words)) as "missedSearches",
      exists (select from products where deleted_at is null) as "hasProducts",
      exists (select from delivery_settings) as "hasDelivery",
      exists (select from tax_regions) or exists (select from sales_settings) as "hasTax"
    from (select coalesce(round(sum((total_cents - refunded_cents)::numeric * ${OPEN_SHARE})), 0)::float8 as cents,
            min(paid_at) as oldest from orders where ${IS_TO_SHIP}) ship,
      (select count(*)::int as count, min(hold_expires_at) as first from orders
       where hold = 'held' and line = 1 and hold_expires_at < now() + make_interval(hours => ${SOON_HOURS}::integer)) hold`.execute(
    db,
  )
  // A select of aggregates has one row.
  const { shipCents, oldestPaidAt, firstHoldEndsAt, ...counts } = rows[0] as NonNullable<(typeof rows)[0]>
  return {
    ...counts,
    shipTotal: dollarsFromCents(shipCents),
    ...(oldestPaidAt && { oldestPaidAt: oldestPaidAt.toISOString() }),
    ...(firstHoldEndsAt && { firstHoldEndsAt: firstHoldEndsAt.toISOString() }),
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

/** Refunds that failed and are still owed, oldest first. */
async function findFailedRefunds({ db, rules }: Pick<Shop, 'db' | 'rules'>) {
  const rows = await db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.purchase_id')
    .select(['r.id', 'r.purchase_id', 'o.number', 'r.amount_cents', 'r.failure', 'o.deleted_at'])
    .where('r.state', '=', 'failed')
    .orderBy('r.created_at')
    .limit(FAILED_REFUNDS_SHOWN)
    .execute()
  return rows.map(
    ({ id, purchase_id: orderId, number, amount_cents: cents, failure, deleted_at: deleted }) => ({
      _id: id,
      orderId,
      number: formatOrderNumber(number, rules.orderPrefix),
      amount: dollarsFromCents(cents),
      ...(failure !== null && { failure }),
      ...(deleted !== null && { deleted: true }),
    }),
  )
}
