import { listOwnPurchases } from '#contract/purchases.ts'
import { ListPurchasesQuery } from '#domain/orders/purchase.ts'
import { api } from '../../api-client/api-client.ts'
import { readSearch } from '../../components/admin-list/list-url-state.ts'

const PAGE_SIZE = 20

export type OrderSearch = ReturnType<typeof readOrderSearch>

/** The customer's order search in the URL; unknown values are ignored. */
export function readOrderSearch(query: URLSearchParams) {
  const status = ListPurchasesQuery.shape.status.safeParse(query.get('status') ?? undefined).data
  return { q: readSearch(query), status }
}

/** The first orders that a search finds, or those after the order `after`; `more`: whether others follow. */
export async function loadOrderPage(search: OrderSearch, after?: string) {
  const query = { ...search, limit: PAGE_SIZE + 1, after }
  const found = await api(listOwnPurchases, { query })
  return { orders: found.slice(0, PAGE_SIZE), more: found.length > PAGE_SIZE }
}
