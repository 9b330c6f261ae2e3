import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { accountsByEmail } from '../accounts/account-queries.server.ts'
import { isId } from '../shared/id.ts'
import { newestFirst, searchNewest, sortedPage } from '../shared/newest-first.server.ts'
import { parseOrderNumber } from '../shared/order-number.ts'
import { hasPhone } from '../shared/phone-search.server.ts'
import { phoneDigits } from '../shared/phone-search.ts'
import { searchPattern } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { IS_TO_SHIP, PURCHASED, type PurchasedOrder, toOrder } from './order-queries.server.ts'
import type { ListOrdersQuery, Order, ORDER_SORT_KEYS, OrderListItem } from './order.ts'
import { normalizeTrackingNumber } from './tracking.ts'

/**
 * A customer's orders, newest first or sorted. Access: the customer and admins (checked by the API). `email`
 * is normalized. `q`: an order number in any spelling, part of a product name, or a complete transaction id
 * or tracking number.
 */
export async function listOwnOrders(
  shop: Pick<Shop, 'db' | 'rules'>,
  email: string,
  { q, ...query }: ListOrdersQuery,
): Promise<OrderListItem[]> {
  let rows = selectOrders(shop.db, query).where('account_id', 'in', (eb) =>
    eb.selectFrom('accounts').select('id').where('email', '=', email),
  )
  if (q)
    rows = rows.where(
      sql<boolean>`(number = ${parseOrderNumber(q, shop.rules.orderPrefix)} or transaction_id = ${q}
        or id in (${ordersByTracking(q)}) or ' ' || product_name ilike ${searchPattern(q)})`,
    )
  return withProducts(
    shop.db,
    (await rows.execute()).map((row) => toOrder(row, shop.rules)),
  )
}

/** The orders with the part numbers of their parts, and the slugs of those that are still sold. */
export async function withProducts(db: Database, orders: readonly Order[]): Promise<OrderListItem[]> {
  const facts = await partFactsOf(
    db,
    orders.map(({ productId }) => productId),
  )
  return orders.map((order) => ({ ...order, ...facts.get(order.productId) }))
}

/** Of each of these parts, its number if it has one, and its slug if it is still sold. */
export async function partFactsOf(
  db: Database,
  productIds: readonly string[],
): Promise<Map<string, Pick<OrderListItem, 'partNumber' | 'partSlug'>>> {
  if (productIds.length === 0) return new Map()
  const products = await db
    .selectFrom('products')
    .select([
      'id',
      'part_number',
      sql<string | null>`case when deleted_at is null and not hidden then slug end`.as('slug'),
    ])
    .where('id', 'in', [...new Set(productIds)])
    .execute()
  return new Map(
    products.map(({ id, part_number: partNumber, slug }) => [
      id,
      { ...(partNumber && { partNumber }), ...(slug && { partSlug: slug }) },
    ]),
  )
}

/**
 * All orders, newest first or sorted. Access: admins. `q`: an order number in any spelling, which matches
 * only that order; part of a product, a customer or an email (one or two letters match only the start of a
 * word); a phone number or at least its last seven digits, unless it is a tracking number; or a complete
 * transaction id, order id or tracking number.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listOrders(
  shop: Pick<Shop, 'db' | 'rules' | 'searchBulkhead'>,
  query: ListOrdersQuery,
): Promise<OrderListItem[]> {
  return withProducts(
    shop.db,
    (await findAllOrders(shop, query)).map((row) => toOrder(row, shop.rules)),
  )
}

async function findAllOrders(
  { db, searchBulkhead, rules }: Pick<Shop, 'db' | 'rules' | 'searchBulkhead'>,
  query: ListOrdersQuery,
): Promise<PurchasedOrder[]> {
  const { q } = query
  if (!q) return selectOrders(db, query).execute()
  const number = parseOrderNumber(q, rules.orderPrefix)
  // Uses the unique index, so it waits for no search.
  const numbered =
    number === null
      ? []
      : await selectOrders(db, { status: query.status, limit: 1 })
          .where('number', '=', String(number))
          .execute()
  if (numbered.length > 0) return query.after ? [] : numbered
  return searchBulkhead('admins', () => searchOrders(db, query, q))
}

/** The searched text except emails. The index orders_text has the same expression. */
const SEARCH_TEXT = sql<string>`(' ' || product_name || ' ' || customer_name)`

/** What each key of a sort is of an order. */
export const orderSorts: Record<(typeof ORDER_SORT_KEYS)[number], RawBuilder<unknown>> = {
  productName: sql`lower(product_name)`,
  customerName: sql`lower(customer_name)`,
  totalPrice: sql`total_cents`,
  placedAt: sql`placed_at`,
  status: sql`(case when canceled_quantity = quantity then 4 when refunded_cents = total_cents then 3 when shipped_at is not null then 2
    when paid_at is not null then 1 else 0 end)`,
}

function selectOrders(db: Database, { sort, ...query }: ListOrdersQuery) {
  const present = db
    .selectFrom('orders')
    .selectAll('orders')
    .select(PURCHASED)
    .where('deleted_at', 'is', null)
  const rows = sort
    ? sortedPage(present, 'orders', orderSorts, { ...query, sort })
    : newestFirst(present, 'orders', 'placed_at', query)
  if (query.status === 'unpaid') return rows.where('paid_at', 'is', null)
  if (query.status === undefined) return rows
  const isWhole = sql<boolean>`(refunded_cents = total_cents)`
  if (query.status === 'refunded') return rows.where(isWhole)
  const kept = rows.where(sql<boolean>`not ${isWhole}`)
  return query.status === 'paid' ? kept.where(IS_TO_SHIP) : kept.where('shipped_at', 'is not', null)
}

function searchOrders(db: Database, query: ListOrdersQuery, q: string): Promise<PurchasedOrder[]> {
  const pattern = searchPattern(q)
  const found = sql`
    select id from orders where hold <> 'held' and ${SEARCH_TEXT} ilike ${pattern}
    union all select id from orders where hold = 'held' and ${SEARCH_TEXT} ilike ${pattern}
    union all select id from orders where account_id in (${accountsByEmail(q)}) and deleted_at is null
    union all select id from orders
      where purchase_id = (select id from orders where transaction_id = ${q} and line = 1)
    union all select ${isId(q) ? q : null}::uuid
    union all ${ordersByTracking(q)}
    ${addOrdersByPhone('id', q)}`
  const byIndex = () =>
    selectOrders(db, query)
      .where(sql<boolean>`id = any (array(${found}))`)
      .execute()
  if (query.sort || phoneDigits(q) !== null) return byIndex()
  return searchNewest(db, 'placed_at', query.limit, {
    newest: (limit) => selectOrders(db, { ...query, limit }),
    matches: sql<boolean>`(${SEARCH_TEXT} ilike ${pattern} or ' ' || customer_email ilike ${pattern})`,
    byIndex,
  })
}

/**
 * SQL that adds to a union of queries the orders with this phone number, if `q` may be one: those whose hold
 * has ended by the index orders_phone, the others by that of holds. A tracking number finds its parcel only.
 * @param column the selected one.
 */
export function addOrdersByPhone(column: 'id' | 'purchase_id', q: string): RawBuilder<unknown> {
  const matches = hasPhone('customer_phone', q)
  if (matches === null) return sql``
  const found = (holds: '<>' | '=') => sql`
    union all select ${sql.ref(column)} from orders where hold ${sql.raw(holds)} 'held' and ${matches}
      and not exists (select from shipments where tracking_number = ${normalizeTrackingNumber(q)})`
  return sql`${found('<>')} ${found('=')}`
}

/** SQL: the orders with a piece in a parcel of this tracking number. */
function ordersByTracking(q: string) {
  return sql`select order_id from shipment_lines l join shipments s on s.id = l.shipment_id
    where s.tracking_number = ${normalizeTrackingNumber(q)}`
}
