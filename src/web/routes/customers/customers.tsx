import { listCustomers } from '#contract/customers.ts'
import { type Customer, ListCustomersQuery } from '#domain/customers/customer.ts'
import { api } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/admin-list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/admin-list/list-page.tsx'
import { fetchListRows, firstRows } from '../../components/admin-list/list-pages.ts'
import { sortText } from '../../components/admin-list/list-url-state.ts'
import { useAdminList } from '../../components/admin-list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/customers'
import { customerColumns, customerCsv } from './customer-columns.tsx'
import { type CustomerListView, NEWEST_FIRST, PAGES, readCustomerListView } from './customer-list.ts'

const TITLE = 'Customers'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

/** The customers of this view, searched, filtered and sorted by the API. */
function loadCustomers(view: CustomerListView): Promise<Customer[]> {
  const { q, status } = view
  const sort = ListCustomersQuery.shape.sort.parse(view.sort && sortText(view.sort))
  return fetchListRows<Customer>(view, (page) => api(listCustomers, { query: { ...page, q, status, sort } }))
}

export const clientLoader = listLoader((query) => loadCustomers(readCustomerListView(query)))

export const ErrorBoundary = errorBoundary(TITLE)

export default function Customers({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage title={TITLE} list={loaderData.list} loading="Loading customers">
      {(loaded) => <CustomerList loaded={loaded} />}
    </ListPage>
  )
}

function CustomerList({ loaded }: { loaded: readonly Customer[] }) {
  const { rows, view, list } = useAdminList(loaded, readCustomerListView, firstRows)
  return (
    <AdminList
      nouns={['customer', 'customers']}
      placeholder="Name, email, phone or order number"
      list={list}
      filters={
        <ListFilter
          name="status"
          label="Filter customers by account"
          value={view.status}
          tabs={[
            { key: 'all', label: 'All' },
            { key: 'verified', label: 'Verified' },
            { key: 'unverified', label: 'Not verified' },
            { key: 'closed', label: 'Closed' },
          ]}
        />
      }
      rows={rows}
      columns={customerColumns}
      sort={view.sort ?? NEWEST_FIRST}
      csv={customerCsv}
      noMatch={{
        title: 'No customers found',
        text: 'Search for part of a name or an email address, a phone number or an order number, or choose another filter.',
        showAll: 'Show all customers',
      }}
      pager={{ pages: PAGES, loaded: loaded.length }}
    />
  )
}
