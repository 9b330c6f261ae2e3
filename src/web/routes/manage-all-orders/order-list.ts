import { ORDER_SORT_KEYS } from '#domain/orders/order.ts'
import { ListPurchasesQuery, type Purchase, type PurchaseStatus } from '#domain/orders/purchase.ts'
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
    status: ListPurchasesQuery.shape.status.safeParse(query.get('status') ?? undefined).data,
    sort: sort === sortText(NEWEST_FIRST) ? undefined : readSort(sort, ORDER_SORT_KEYS),
  }
}

/** The number of orders, in total and per status. `toShip`: paid or partly shipped. */
type OrderCounts = {
  all: number
  unpaid: number
  toShip: number
  partlyShipped: number
  shipped: number
  canceled: number
  refunded: number
}
export type LoadedOrders = { orders: readonly Purchase[]; counts: OrderCounts }

/**
 * The orders to show, in view order, and the counts of the filters. `orders` are the loaded ones with their
 * optimistic changes: the counts include these, and an order whose status has changed leaves a filter by
 * status.
 */
export function ordersInView(
  loaded: LoadedOrders,
  orders: readonly Purchase[],
  { status, shown }: Pick<OrderListView, 'status' | 'shown'>,
) {
  const listed = status ? unchangedRows(loaded.orders, orders, (order) => order.status) : orders
  const added = (one: PurchaseStatus) => countOf(orders, one) - countOf(loaded.orders, one)
  const { all, unpaid, toShip, partlyShipped, shipped, canceled, refunded } = loaded.counts
  return {
    rows: listed.slice(0, shown),
    counts: {
      all: all + orders.length - loaded.orders.length,
      unpaid: unpaid + added('unpaid'),
      paid: toShip - partlyShipped + added('paid'),
      partlyShipped: partlyShipped + added('partly_shipped'),
      shipped: shipped + added('shipped'),
      canceled: canceled + added('canceled'),
      refunded: refunded + added('refunded'),
    },
  }
}

function countOf(orders: readonly Purchase[], status: PurchaseStatus): number {
  return orders.filter((order) => order.status === status).length
}
