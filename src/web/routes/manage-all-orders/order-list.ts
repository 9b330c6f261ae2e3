import { type Order, ListOrdersQuery } from '#domain/orders/order.ts'
import { ADMIN_STATUS_LABELS, type OrderStatus, orderStatus } from '#domain/orders/order-status.ts'
import { readCount, readSort } from '../../components/admin-list/list-url-state.ts'
import type { Sort } from '../../ui/table.tsx'

/** Rows that are shown at first, and how many more each time. */
export const STEP = 25
/** The most orders that are fetched to sort them otherwise than by date, which the API does itself. */
export const MOST_SORTED = 2000

/** What an admin filters by: the API's own words. */
export type OrderFilter = NonNullable<ListOrdersQuery['status']>

/** What the table shows, as the address says it. `shown` counts rows. */
export type OrderListView = { q: string; status: OrderFilter | undefined; sort: Sort; shown: number }

const NEWEST_FIRST: Sort = { key: 'placedAt', direction: 'descending' }
const sortable = ['productName', 'customerName', 'totalPrice', 'placedAt', 'status'] as const

/** Reads the address; what it does not know is left out. */
export function readOrderListView(query: URLSearchParams): OrderListView {
  const status = ListOrdersQuery.shape.status.safeParse(query.get('status') ?? undefined)
  return {
    q: query.get('q')?.trim().slice(0, 100) ?? '',
    status: status.success ? status.data : undefined,
    sort: readSort(query.get('sort'), sortable) ?? NEWEST_FIRST,
    shown: Math.min(MOST_SORTED, readCount(query.get('shown'), STEP)),
  }
}

/** How many orders this view must fetch: one more than it shows, to know whether there are more; all, to sort them. */
export function wantedOrders({ sort, shown }: OrderListView): number {
  return isNewestFirst(sort) ? shown + 1 : MOST_SORTED
}

/** True for the order in which the API lists. */
export function isNewestFirst(sort: Sort): boolean {
  return sort.key === NEWEST_FIRST.key && sort.direction === NEWEST_FIRST.direction
}

/** The orders in the order of the view. */
export function sortedOrders(orders: readonly Order[], sort: Sort): readonly Order[] {
  if (isNewestFirst(sort)) return orders
  const compare = comparison(sort.key)
  const direction = sort.direction === 'ascending' ? 1 : -1
  return orders.toSorted((a, b) => direction * compare(a, b))
}

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const life: readonly OrderStatus[] = ['unpaid', 'paid', 'shipped', 'deleted']

function comparison(key: string): (a: Order, b: Order) => number {
  switch (key) {
    case 'totalPrice':
      return (a, b) => a.totalPrice - b.totalPrice
    case 'placedAt':
      return (a, b) => Date.parse(a.placedAt) - Date.parse(b.placedAt)
    case 'status':
      return (a, b) => life.indexOf(orderStatus(a)) - life.indexOf(orderStatus(b))
    case 'customerName':
      return (a, b) => byText.compare(a.customerName, b.customerName)
    default:
      return (a, b) => byText.compare(a.productName, b.productName)
  }
}

/** How many orders there are, and how many of each status. */
export type OrderCounts = { all: number; unpaid: number; toShip: number; shipped: number }

/** The counts of all orders with the changes that are shown already: `orders` are what has become of the `loaded` ones. */
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

/** The orders without those that have left a list of one status, because they have become something else than was `loaded`. */
export function withoutGone(loaded: readonly Order[], orders: readonly Order[]): readonly Order[] {
  const was = new Map(loaded.map((order) => [order._id, orderStatus(order)]))
  return orders.filter((order) => was.get(order._id) === orderStatus(order))
}

/** The word an admin reads: Unpaid, Pending or Shipped. Deleted orders are never listed. */
export function adminStatusWord(order: { paid: boolean; shipped: boolean }): string {
  const status = orderStatus(order)
  return status === 'deleted' ? '' : ADMIN_STATUS_LABELS[status]
}
