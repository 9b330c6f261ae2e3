import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { accountsByEmail } from '../accounts/account-queries.server.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { isId } from '../shared/id.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { newestFirst, searchNewest, sortedPage } from '../shared/newest-first.server.ts'
import { parseOrderNumber } from '../shared/order-number.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { phoneDigits } from '../shared/phone-search.ts'
import { searchPattern } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { addOrdersByPhone, orderSorts } from './list-orders.server.ts'
import { maySeeOrder } from './order-policy.ts'
import { findOrder, NO_SUCH_ORDER } from './order-queries.server.ts'
import { findPurchases } from './purchase-queries.server.ts'
import {
  type ListPurchasesQuery,
  type Purchase,
  type PurchaseCounts,
  type PurchaseLine,
  PURCHASE_STATUSES,
  type PurchaseStatus,
} from './purchase.ts'
import { normalizeTrackingNumber } from './tracking.ts'

type PurchaseShop = Pick<Shop, 'db' | 'rules'>

/**
 * A purchase, by its id or that of one of its orders. Access: owner and admins. Refusals: not_found,
 * including for other customers' purchases.
 */
export async function showPurchase(
  shop: PurchaseShop,
  viewer: Viewer,
  id: string,
): Promise<Outcome<Purchase>> {
  const order = await findOrder(shop.db, id)
  if (!order || order.deleted_at || !maySeeOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
  const [purchase] = await findPurchases(shop, [order.purchase_id])
  return purchase ? ok(purchase) : refused('not_found', NO_SUCH_ORDER)
}

/**
 * A customer's own purchases, newest first or sorted. Access: signed-in users, and admins with a customer's
 * id. `q`: a number in any spelling, part of the name of a part, or a complete transaction id or tracking
 * number.
 */
export async function listOwnPurchases(
  shop: PurchaseShop,
  viewer: Pick<Viewer, 'id'>,
  query: ListPurchasesQuery,
): Promise<Purchase[]> {
  const { q } = query
  const found = selectFirstOrders(shop.db, query).where('orders.account_id', '=', viewer.id)
  const rows = q
    ? found.where(
        sql<boolean>`(orders.number = ${parseOrderNumber(q, shop.rules.orderPrefix)} or orders.transaction_id = ${q}
          or orders.id in (${purchasesByTracking(q)})
          or exists (select from orders l where l.purchase_id = orders.id and ' ' || l.product_name ilike ${searchPattern(q)}))`,
      )
    : found
  return findPurchases(
    shop,
    (await rows.execute()).map(({ id }) => id),
  )
}

/** How many purchases a customer has, by status, and what is due in dollars. Access: signed-in users. */
export async function countOwnPurchases(
  { db }: Pick<Shop, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<PurchaseCounts> {
  const { rows } = await sql<{ at: number; count: number; cents: number }>`
    select ${purchaseSorts.status} as at, count(*)::int as count, sum(p.total_cents)::float8 as cents
    from orders join purchases p on p.id = orders.id
    where orders.account_id = ${viewer.id} and orders.deleted_at is null and orders.line = 1
    group by 1`.execute(db)
  const of = (status: PurchaseStatus) => rows.find(({ at }) => PURCHASE_STATUSES[at] === status)
  const countOf = (status: PurchaseStatus) => of(status)?.count ?? 0
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    unpaid: countOf('unpaid'),
    paid: countOf('paid'),
    partly_shipped: countOf('partly_shipped'),
    shipped: countOf('shipped'),
    canceled: countOf('canceled'),
    refunded: countOf('refunded'),
    due: dollarsFromCents(of('unpaid')?.cents ?? 0),
  }
}

/**
 * All purchases, with the bins of their parts, newest first or sorted. Access: admins. `q`: a number in any
 * spelling, which matches only that purchase; part of a part's name, a customer or an email; a phone number
 * or at least its last seven digits, unless it is a tracking number; or a complete transaction id, order id
 * or tracking number.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listPurchases(
  shop: PurchaseShop & Pick<Shop, 'searchBulkhead'>,
  query: ListPurchasesQuery,
): Promise<Purchase[]> {
  const purchases = await searchPurchases(shop, query)
  const products = purchases.flatMap(({ lines }) => lines.map(({ productId }) => productId))
  if (products.length === 0) return purchases
  const rows = await shop.db
    .selectFrom('products')
    .select(['id', 'bin'])
    .where('id', 'in', products)
    .where('bin', '<>', '')
    .execute()
  const bins = new Map(rows.map(({ id, bin }) => [id, bin]))
  const withBin = (line: PurchaseLine) => {
    const bin = bins.get(line.productId)
    return bin === undefined ? line : { ...line, bin }
  }
  return purchases.map((purchase) => ({ ...purchase, lines: purchase.lines.map(withBin) }))
}

async function searchPurchases(
  shop: PurchaseShop & Pick<Shop, 'searchBulkhead'>,
  query: ListPurchasesQuery,
): Promise<Purchase[]> {
  const { q } = query
  if (!q) return purchasesOf(shop, selectFirstOrders(shop.db, query))
  const number = parseOrderNumber(q, shop.rules.orderPrefix)
  const numbered =
    number === null
      ? []
      : await purchasesOf(
          shop,
          selectFirstOrders(shop.db, { status: query.status, limit: 1 }).where(
            'orders.number',
            '=',
            String(number),
          ),
        )
  if (numbered.length > 0) return query.after ? [] : numbered
  const pattern = searchPattern(q)
  // The text as the index orders_text has it.
  const text = sql`' ' || product_name || ' ' || customer_name ilike ${pattern}`
  const matches = sql`
    select purchase_id from orders where hold <> 'held' and (${text})
    union all select purchase_id from orders where hold = 'held' and (${text})
    union all select purchase_id from orders where account_id in (${accountsByEmail(q)}) and deleted_at is null
    union all select id from orders where transaction_id = ${q} and line = 1
    union all select purchase_id from orders where id = ${isId(q) ? q : null}::uuid
    union all ${purchasesByTracking(q)}
    ${addOrdersByPhone('purchase_id', q)}`
  const byIndex = () =>
    selectFirstOrders(shop.db, query)
      .where(sql<boolean>`orders.id = any (array(${matches}))`)
      .execute()
  const found = await shop.searchBulkhead('admins', () =>
    query.sort || phoneDigits(q) !== null
      ? byIndex()
      : searchNewest<{ id: string }>(shop.db, 'placed_at', query.limit, {
          newest: (limit) => selectFirstOrders(shop.db, { ...query, limit }),
          matches: sql<boolean>`(
            select count(*) from orders where purchase_id = recent.id
              and (${text} or ' ' || customer_email ilike ${pattern})) > 0`,
          byIndex,
        }),
  )
  return findPurchases(
    shop,
    found.map(({ id }) => id),
  )
}

async function purchasesOf(shop: PurchaseShop, found: ReturnType<typeof selectFirstOrders>) {
  return findPurchases(
    shop,
    (await found.execute()).map(({ id }) => id),
  )
}

/** SQL: the purchases with a parcel of this tracking number. */
function purchasesByTracking(q: string) {
  return sql`select purchase_id from shipments where tracking_number = ${normalizeTrackingNumber(q)}`
}

/** A page of the first orders of purchases: each has its purchase's id. */
function selectFirstOrders(db: Database, { sort, ...query }: Omit<ListPurchasesQuery, 'q'>) {
  const present = db
    .selectFrom('orders')
    .select(['orders.id', 'orders.placed_at'])
    .where('orders.deleted_at', 'is', null)
    .where('orders.line', '=', 1)
  const page = sort
    ? sortedPage(present, 'orders', purchaseSorts, { ...query, sort })
    : newestFirst(present, 'orders', 'placed_at', query)
  return query.status === undefined ? page : page.where(hasStatus(query.status))
}

const some = (condition: string) =>
  sql`exists (select from orders l where l.purchase_id = orders.id and ${sql.raw(condition)})`
const isWhole = sql`orders.refunded_cents = orders.total_cents`
const [shipped, open, uncanceled] = [
  some('l.shipped_quantity > 0'),
  some('l.shipped_at is null and l.canceled_quantity < l.quantity'),
  some('l.canceled_quantity < l.quantity'),
]

/** What each key of a sort is of a purchase, of its first order. */
const purchaseSorts = {
  ...orderSorts,
  totalPrice: sql`(select p.total_cents from purchases p where p.id = orders.id)`,
  status: sql`(case when not ${uncanceled} then 4 when ${isWhole} then 5 when not ${open} then 3 when ${shipped} then 2
    when orders.paid_at is not null then 1 else 0 end)`,
}

/** SQL of purchaseStatus(), for the first order of a purchase. */
function hasStatus(status: PurchaseStatus) {
  switch (status) {
    case 'unpaid':
      return sql<boolean>`(orders.paid_at is null)`
    case 'canceled':
      return sql<boolean>`(orders.canceled_quantity = orders.quantity and not ${uncanceled})`
    case 'refunded':
      return sql<boolean>`(${isWhole} and ${uncanceled})`
    case 'paid':
      return sql<boolean>`(orders.paid_at is not null and not (${isWhole}) and not ${shipped} and ${uncanceled})`
    case 'partly_shipped':
      return sql<boolean>`(not (${isWhole}) and ${shipped} and ${open})`
    case 'shipped':
      return sql<boolean>`(not (${isWhole}) and not ${open} and ${uncanceled})`
  }
}
