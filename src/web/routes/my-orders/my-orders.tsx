import { CUSTOMER_STATUS_LABELS } from '#domain/orders/order-status.ts'
import * as paths from '#paths.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { Route } from './+types/my-orders'
import { OrderCards } from './order-cards.tsx'
import { loadOrderPage, type OrderSearch, readOrderSearch } from './order-page.ts'

export const meta = metaWithTitle('My Orders')

export const clientLoader = signedInLoader(async ({ request }: Route.ClientLoaderArgs, { user }) => {
  const search = readOrderSearch(new URL(request.url).searchParams)
  return { email: user.email, search, first: await loadOrderPage(search) }
})

/** The user's orders, newest first, by status and search, with their actions. */
export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { email, search, first } = loaderData
  const { query, change, pending } = useListUrlState()
  const wanted = readOrderSearch(query)
  const isNarrowed = [search, wanted].some(({ q, status }) => q !== '' || status)
  const heading = <PageHeading title="My Orders" lead="Pay for your orders, and see which have shipped." />
  if (first.orders.length === 0 && !isNarrowed)
    return (
      <>
        {heading}
        <EmptyState
          title="No orders yet"
          text="Your orders will appear here. We hold your parts until you pay."
        >
          <LinkButton variant="primary" to={paths.parts}>
            Browse parts
          </LinkButton>
        </EmptyState>
      </>
    )
  return (
    <>
      {heading}
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <SearchField
          label="Search my orders"
          placeholder="Number, part or tracking"
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
        {first.orders.length === 0 ? (
          <EmptyState
            title="No orders found"
            text="Search for an order number, part of a part’s name, or a whole tracking number."
          >
            <Button onClick={() => change({ q: null, status: null })}>Show all my orders</Button>
          </EmptyState>
        ) : (
          // Remount for a fresh load, including after a change of user.
          <OrderCards
            key={[email, search.q, search.status, first.orders[0]?._id].join(' ')}
            search={search}
            first={first}
          />
        )}
      </div>
    </>
  )
}

const TABS = [
  { key: 'all', label: 'All' },
  { key: 'unpaid', label: CUSTOMER_STATUS_LABELS.unpaid },
  { key: 'paid', label: CUSTOMER_STATUS_LABELS.paid },
  { key: 'partly_shipped', label: CUSTOMER_STATUS_LABELS.partly_shipped },
  { key: 'shipped', label: CUSTOMER_STATUS_LABELS.shipped },
  { key: 'canceled', label: CUSTOMER_STATUS_LABELS.canceled },
  { key: 'refunded', label: CUSTOMER_STATUS_LABELS.refunded },
] as const

export const ErrorBoundary = errorBoundary('My Orders')
