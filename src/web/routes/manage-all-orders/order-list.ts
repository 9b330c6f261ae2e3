import { ADMIN_STATUS_LABELS, type OrderStatus, orderStatus } from '#domain/orders/order-status.ts'
import { type Order, ListOrdersQuery } from '#domain/orders/order.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'
import { readSort } from '../../components/admin-list/list-url-state.ts'
import { type SortKeys, sortedRows } from '../../components/admin-list/sorted-rows.ts'
import type { Sort } from '../../ui/table.tsx'

/** The maximum number of orders fetched to sort them in the browser; the API itself sorts by date only. */
export const MAX_SORTED = 2000
export const PAGES: ListPages = { step: 25, max: MAX_SORTED }

const NEWEST_FIRST: Sort = { key: 'placedAt', direction: 'descending' }
const life: readonly OrderStatus[] = ['unpaid', 'paid', 'shipped', 'deleted']
const sortKeys: SortKeys<Order> = {
  productName: ({ productName }) => productName,
  customerName: ({ customerName }) => customerName,
  totalPrice: ({ totalPrice }) => totalPrice,
  placedAt: ({ placedAt }) => Date.parse(placedAt),
  status: (order) => life.indexOf(orderStatus(order)),
}

export type OrderListView = ReturnType<typeof readOrderListView>

/** The view in the URL; unknown values are ignored. `shown` counts rows. */
export function readOrderListView(query: URLSearchParams) {
  return {
    ...readListView(query, PAGES),
    status: ListOrdersQuery.shape.status.safeParse(query.get('status') ?? undefined).data,
    sort: readSort(query.get('sort'), Object.keys(sortKeys)) ?? NEWEST_FIRST,
  }
}

/** The number of orders to fetch: one more than shown, to know whether there are more; all, to sort them. */
export function orderLimit({ sort, shown }: OrderListView): number {
  return isNewestFirst(sort) ? shown + 1 : MAX_SORTED
}

/** True for the API's own order. */
function isNewestFirst(sort: Sort): boolean {
  return sort.key === NEWEST_FIRST.key && sort.direction === NEWEST_FIRST.direction
}

/** The orders in view order. */
export function sortedOrders(orders: readonly Order[], sort: Sort): readonly Order[] {
  return isNewestFirst(sort) ? orders : sortedRows(orders, sort, sortKeys)
}

/** The number of orders, in total and per status. */
type OrderCounts = { all: number; unpaid: number; toShip: number; shipped: number }

/** The counts adjusted for optimistic changes: `orders` are the current versions of the `loaded` ones. */
export function countsNow(
  counts: OrderCounts,
  loaded: readonly Order[],
  orders: readonly Order[],
): OrderCounts {
  const [before, after] = [countsOf(loaded), countsOf(orders)]
  return {
    all: counts.all - before.all + after.all,
    unpaid: counts.unpaid - before.unpaid + after.unpaid,
    toShip: counts.toShip - before.toShip + after.toShip,
    shipped: counts.shipped - before.shipped + after.shipped,
  }
}

function countsOf(orders: readonly Order[]): OrderCounts {
  const of = (status: OrderStatus) => orders.filter((order) => orderStatus(order) === status).length
  return { all: orders.length, unpaid: of('unpaid'), toShip: of('paid'), shipped: of('shipped') }
}

/** Drops orders that no longer match the status filter since they were `loaded`. */
export function withoutNonmatching(loaded: readonly Order[], orders: readonly Order[]): readonly Order[] {
  const was = new Map(loaded.map((order) => [order._id, orderStatus(order)]))
  return orders.filter((order) => was.get(order._id) === orderStatus(order))
}

/** The label for admins: Unpaid, Pending or Shipped. Deleted orders are never listed. */
export function adminStatusWord(order: { paid: boolean; shipped: boolean }): string {
  const status = orderStatus(order)
  return status === 'deleted' ? '' : ADMIN_STATUS_LABELS[status]
}
