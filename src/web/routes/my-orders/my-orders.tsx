import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { countOwnPurchases, listOwnPurchases } from '#contract/purchases.ts'
import { CUSTOMER_STATUS_LABELS } from '#domain/orders/order-status.ts'
import { ListPurchasesQuery, type Purchase, PURCHASE_STATUSES } from '#domain/orders/purchase.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useListUrlState } from '../../components/list/list-url-state.ts'
import { VisibleCount } from '../../components/list/visible-count.tsx'
import { DeleteOrder } from '../../components/order-card/delete-order.tsx'
import { OrderActions } from '../../components/order-card/order-actions.tsx'
import { OrderCard } from '../../components/order-card/order-card.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { focusHeading } from '../../layout/route-change-effects.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { Route } from './+types/my-orders'

const PAGES: ListPages = { step: 20, max: 2000 }

export const meta = metaWithTitle('My Orders')

/** The view in the URL; unknown values are ignored. `shown` counts orders. */
function readView(query: URLSearchParams) {
  return readListView(query, PAGES, { status: ListPurchasesQuery.shape.status })
}

export const clientLoader = signedInLoader(async ({ request }: Route.ClientLoaderArgs) => {
  const { q, status, shown } = readView(new URL(request.url).searchParams)
  const [orders, counts] = await Promise.all([
    fetchListRows<ShownPurchase>({ shown }, (page) =>
      api(listOwnPurchases, { query: { ...page, q, status } }),
    ),
    api(countOwnPurchases),
  ])
  return { orders, counts }
})

/** The user's orders, newest first, by status and search, with their actions and what is due. */
export default function MyOrders({ loaderData: { orders, counts } }: Route.ComponentProps) {
  const { query, narrow, showAll, pending } = useListUrlState()
  const { q, status, shown } = readView(query)
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<Purchase | null>(null)
  const rows = orders.slice(0, shown)
  const tabs = PURCHASE_STATUSES.filter((one) => counts[one] > 0 || one === status)
  const reload = async () => {
    await revalidate()
    setDeleting(null)
    // The button that opened the dialog is gone.
    setTimeout(focusHeading)
  }
  return (
    <>
      <PageHeading
        title="My Orders"
        lead={
          counts.unpaid > 0 ? (
            <strong className="text-ink">
              {counts.unpaid} to pay, {formatUsd(counts.due)}
            </strong>
          ) : (
            'Pay for your orders, and see which have shipped.'
          )
        }
      />
      {counts.all > 0 && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <SearchField
            label="Search my orders"
            placeholder="Number, part or tracking"
            value={q}
            onSearch={(text) => narrow({ q: text }, { replace: true })}
          />
          <FilterTabs
            label="Filter orders by status"
            value={status ?? 'all'}
            onChange={(key) => narrow({ status: key === 'all' ? null : key })}
            tabs={[
              { key: 'all', label: 'All', count: counts.all },
              ...tabs.map((key) => ({ key, label: CUSTOMER_STATUS_LABELS[key], count: counts[key] })),
            ]}
          />
        </div>
      )}
      <div aria-busy={pending} className={classNames(pending && 'opacity-60 transition-opacity delay-300')}>
        {counts.all === 0 ? (
          <EmptyState
            title="No orders yet"
            text="Your orders will appear here: what’s due, and what’s on its way."
          >
            <LinkButton variant="primary" to={paths.parts}>
              Browse parts
            </LinkButton>
          </EmptyState>
        ) : rows.length === 0 ? (
          <EmptyState
            title="No orders found"
            text="Search for an order number, part of a part’s name, or a whole tracking number."
          >
            <Button onClick={showAll}>Show all my orders</Button>
          </EmptyState>
        ) : (
          <>
            <ul aria-label="Your orders" className="mb-6 flex flex-col gap-4">
              {rows.map((order) => (
                <li key={order._id}>
                  <OrderCard
                    purchase={order}
                    actions={(nameId) => (
                      <OrderActions
                        purchase={order}
                        describedBy={nameId}
                        onDelete={() => setDeleting(order)}
                      />
                    )}
                  />
                </li>
              ))}
            </ul>
            <VisibleCount
              nouns={['order', 'orders']}
              first="The newest"
              rows={rows.length}
              loaded={orders.length}
              pages={PAGES}
            />
          </>
        )}
      </div>
      {deleting && <DeleteOrder purchase={deleting} onKeep={() => setDeleting(null)} onChanged={reload} />}
    </>
  )
}

export const ErrorBoundary = errorBoundary('My Orders')
