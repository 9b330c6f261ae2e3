import { type OrderListItem, ListOrdersQuery } from '#domain/orders/order.ts'
import { readSearch } from '../../components/admin-list/list-url-state.ts'

/** The page size. One extra order shows whether there are more. */
export const PAGE_SIZE = 20

export type OrderSearch = ReturnType<typeof readOrderSearch>

/** The customer's order search in the URL; unknown values are ignored. */
export function readOrderSearch(query: URLSearchParams) {
  const status = ListOrdersQuery.shape.status.safeParse(query.get('status') ?? undefined).data
  return { q: readSearch(query), status }
}

/** Splits a response of up to PAGE_SIZE + 1 orders into the page and whether more follow. */
export function pageOf(response: readonly OrderListItem[]): {
  orders: readonly OrderListItem[]
  more: boolean
} {
  return { orders: response.slice(0, PAGE_SIZE), more: response.length > PAGE_SIZE }
}
