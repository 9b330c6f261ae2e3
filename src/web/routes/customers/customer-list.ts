import { CUSTOMER_SORT_KEYS, ListCustomersQuery } from '#domain/customers/customer.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'
import { readSort, sortText } from '../../components/admin-list/list-url-state.ts'
import type { Sort } from '../../ui/table.tsx'

export const PAGES: ListPages = { step: 25, max: 2000 }

/** The default, which is the API's order. */
export const NEWEST_FIRST: Sort = { key: 'createdAt', direction: 'descending' }

export type CustomerListView = ReturnType<typeof readCustomerListView>

/** The view in the URL; unknown values are ignored. Without `status`: everyone. `shown` counts rows. */
export function readCustomerListView(query: URLSearchParams) {
  const sort = query.get('sort')
  return {
    ...readListView(query, PAGES),
    status: ListCustomersQuery.shape.status.safeParse(query.get('status') ?? undefined).data,
    sort: sort === sortText(NEWEST_FIRST) ? undefined : readSort(sort, CUSTOMER_SORT_KEYS),
  }
}
