import { listOwnOrders } from '#contract/orders.ts'
import { CUSTOMER_STATUS_LABELS } from '#domain/orders/order-status.ts'
import { api } from '../../api-client/api-client.ts'
import { useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { signedInLoader } from '../../session/protected-loader.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { Route } from './+types/my-orders'
import { OrderList } from './order-list.tsx'
import { type OrderSearch, PAGE_SIZE, pageOf, readOrderSearch } from './order-page.ts'

export const meta = metaWithTitle('My Orders')

export const clientLoader = signedInLoader(async ({ request }: Route.ClientLoaderArgs, { user }) => {
  const search = readOrderSearch(new URL(request.url).searchParams)
  return {
    email: user.email,
    search,
    ...pageOf(
      await api(listOwnOrders, { params: { email: user.email }, query: { ...search, limit: PAGE_SIZE + 1 } }),
    ),
  }
})

/**
 * The user's orders, newest first, by status and search; unpaid ones can be paid or deleted, others ordered
 * again.
 */
export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { email, search, orders, more } = loaderData
  const { query, change, pending } = useListUrlState()
  const wanted = readOrderSearch(query)
  if (orders.length === 0 && search.q === '' && !search.status && wanted.q === '' && !wanted.status)
    return (
      <>
        <PageHeading title="My Orders" lead={LEAD} />
        <EmptyState
          title="No orders yet"
          text="Your orders will appear here. We hold your parts until you pay."
        >
          <LinkButton variant="primary" to="/parts">
            Browse parts
          </LinkButton>
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeading title="My Orders" lead={LEAD} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <SearchField
          label="Search my orders"
          placeholder="Number or part"
          value={wanted.q}
          onSearch={(q) => change({ q }, { replace: true })}
        />
        <FilterTabs<NonNullable<OrderSearch['status']> | 'all'>
          label="Filter orders by status"
          value={wanted.status ?? 'all'}
          onChange={(status) => change({ status: status === 'all' ? null : status })}
          tabs={TABS}
        />
      </div>
      <div aria-busy={pending} className={classNames(pending && 'opacity-60 transition-opacity delay-300')}>
        {orders.length === 0 ? (
          <EmptyState title="No order matches" text="Search for an order number or part of a part’s name.">
            <Button onClick={() => change({ q: null, status: null })}>Show all my orders</Button>
          </EmptyState>
        ) : (
          // Remount for a fresh load, including after a change of user.
          <OrderList
            key={[email, search.q, search.status, orders[0]?._id].join(' ')}
            email={email}
            search={search}
            first={orders}
            firstMore={more}
          />
        )}
      </div>
    </>
  )
}

const LEAD = 'Pay for your orders, and see which have shipped.'
const TABS = [
  { key: 'all', label: 'All' },
  { key: 'unpaid', label: CUSTOMER_STATUS_LABELS.unpaid },
  { key: 'paid', label: CUSTOMER_STATUS_LABELS.paid },
  { key: 'shipped', label: CUSTOMER_STATUS_LABELS.shipped },
] as const

export const ErrorBoundary = errorBoundary('My Orders')
