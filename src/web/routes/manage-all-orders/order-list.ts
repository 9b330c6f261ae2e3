import { type OrderStatus, orderStatus } from '#domain/orders/order-status.ts'
import { ListOrdersQuery, type Order, ORDER_SORT_KEYS } from '#domain/orders/order.ts'
import { type ListPages, readListView, unchangedRows } from '../../components/admin-list/list-pages.ts'
import { readSort, sortText } from '../../components/admin-list/list-url-state.ts'
import type { Sort } from '../../ui/table.tsx'

export const PAGES: ListPages = { step: 25, max: 2000 }

/** The default, which is the API's order. */
export const NEWEST_FIRST: Sort = { key: 'placedAt', direction: 'descending' }

export type OrderListView = ReturnType<typeof readOrderListView>

/**
 * The view in the URL; unknown values are ignored. Without `status`: all orders; without `sort`: newest
 * first. `shown` counts rows.
 */
export function readOrderListView(query: URLSearchParams) {
  const sort = query.get('sort')
  return {
    ...readListView(query, PAGES),
    status: ListOrdersQuery.shape.status.safeParse(query.get('status') ?? undefined).data,
    sort: sort === sortText(NEWEST_FIRST) ? undefined : readSort(sort, ORDER_SORT_KEYS),
  }
}

/** The number of orders, in total and per status. */
type OrderCounts = { all: number; unpaid: number; toShip: number; shipped: number; refunded: number }
export type LoadedOrders = { orders: readonly Order[]; counts: OrderCounts }

/**
 * The orders to show, in view order, and the counts of the filters. `orders` are the loaded ones with their
 * optimistic changes: the counts include these, and an order whose status has changed leaves a filter by
 * status.
 */
export function ordersInView(
  loaded: LoadedOrders,
  orders: readonly Order[],
  { status, shown }: Pick<OrderListView, 'status' | 'shown'>,
) {
  const listed = status ? unchangedRows(loaded.orders, orders, orderStatus) : orders
  const added = (one: OrderStatus) => countOf(orders, one) - countOf(loaded.orders, one)
  const { all, unpaid, toShip, shipped, refunded } = loaded.counts
  return {
    rows: listed.slice(0, shown),
    counts: {
      all: all + orders.length - loaded.orders.length,
      unpaid: unpaid + added('unpaid'),
      toShip: toShip + added('paid'),
      shipped: shipped + added('shipped'),
      refunded: refunded + added('refunded'),
    },
  }
}

function countOf(orders: readonly Order[], status: OrderStatus): number {
  return orders.filter((order) => orderStatus(order) === status).length
}
