import { listCustomers } from '#contract/customers.ts'
import { type Customer, ListCustomersQuery } from '#domain/customers/customer.ts'
import { api } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/customers'
import { customerColumns, customerCsv } from './customer-columns.tsx'

const TITLE = 'Customers'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const PAGES: ListPages = { step: 25, max: 2000 }

/** The API's order without a sort. */
const NEWEST_FIRST = '-createdAt'

const { status, sort } = ListCustomersQuery.shape
const readView = (query: URLSearchParams) => readListView(query, PAGES, { status, sort })

export const clientLoader = listLoader((url) => {
  const { shown, sort: chosen, ...filter } = readView(url)
  const query = { ...filter, sort: chosen === NEWEST_FIRST ? undefined : chosen }
  return fetchListRows<Customer>({ shown }, (page) => api(listCustomers, { query: { ...page, ...query } }))
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function Customers({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage title={TITLE} list={loaderData.list} loading="Loading customers">
      {(loaded) => <CustomerList loaded={loaded} />}
    </ListPage>
  )
}

function CustomerList({ loaded }: { loaded: readonly Customer[] }) {
  const { rows, view, list } = useAdminList(loaded, readView)
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
