import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteOrder, listOrders, shipOrder, showOverview } from '#contract/orders.ts'
import type { Order } from '#domain/orders/order.ts'
import { api, problemText } from '../../api-client.ts'
import { LoadProblem } from '../../components/load-problem.tsx'
import { LoadedList, promised } from '../../components/loaded-list.tsx'
import { PageHeading } from '../../components/page-heading.tsx'
import { sortText, useListAddress } from '../../list-address.ts'
import { loadRows } from '../../load-rows.ts'
import { requireAdmin } from '../../require-session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { focusRow } from '../../ui/focus-row.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import { useOptimisticRows } from '../../ui/use-optimistic-rows.ts'
import type { Route } from './+types/manage-all-orders'
import {
  isNewestFirst,
  MOST_SORTED,
  type OrderFilter,
  type OrderListView,
  readOrderListView,
  sortedOrders,
  STEP,
  wantedOrders,
} from './order-list.ts'
import { OrderTable } from './order-table.tsx'

const TITLE = 'Manage All Orders'

export const meta = () => [{ title: `${TITLE} · Driveline` }]

/** The orders that the address asks for, searched and filtered by the API, and the counts of all of them. */
async function loadOrders(view: OrderListView) {
  const { q, status } = view
  const [orders, overview] = await Promise.all([
    loadRows((page) => api(listOrders, { query: { ...page, q, status } }), wantedOrders(view)),
    api(showOverview),
  ])
  return { orders, counts: overview.orders }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: promised(loadOrders(readOrderListView(new URL(request.url).searchParams))) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} />
}

export default function ManageAllOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={TITLE} lead="Ship what is paid, delete what will not be." />
      <LoadedList label="Loading orders" list={loaderData.list}>
        {(list) => <OrderList {...list} />}
      </LoadedList>
    </>
  )
}

function OrderList({ orders: loaded, counts }: Awaited<ReturnType<typeof loadOrders>>) {
  const { rows: orders, attempt } = useOptimisticRows(loaded)
  const { query, change, pending } = useListAddress()
  const view = readOrderListView(query)
  const rows = sortedOrders(orders, view.sort).slice(0, view.shown)
  const more = loaded.length > view.shown
  const [deleting, setDeleting] = useState<Order | null>(null)
  const { revalidate } = useRevalidator()
  const list = useRef<HTMLDivElement>(null)

  const ship = async (order: Order) => {
    focusRow(list.current, rows.indexOf(order) + 1)
    const shipped = { ...order, shipped: true, shippedAt: new Date().toISOString() }
    try {
      await attempt(order._id, shipped, () => api(shipOrder, { params: { id: order._id } }))
      toastSuccess('Order shipped')
    } catch (error) {
      toastError(`${order.productName} was not marked as shipped. ${problemText(error)}`)
    }
    // The counts, and after a refusal what has become of the order meanwhile.
    void revalidate()
  }

  const remove = async (order: Order) => {
    setDeleting(null)
    focusRow(list.current, rows.indexOf(order))
    try {
      await attempt(order._id, null, () => api(deleteOrder, { params: { id: order._id } }))
      toastSuccess('Order Delete')
    } catch (error) {
      toastError(`The order of ${order.productName} was not deleted. ${problemText(error)}`)
    }
    void revalidate()
  }

  return (
    <>
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <SearchField
            label="Search orders"
            placeholder="Product or customer"
            value={view.q}
            onSearch={(q) => change({ q, shown: null }, { replace: true })}
          />
          <FilterTabs<OrderFilter | 'all'>
            label="Filter orders by status"
            value={view.status ?? 'all'}
            onChange={(status) => change({ status: status === 'all' ? null : status, shown: null })}
            tabs={[
              { key: 'all', label: 'All', count: counts.all },
              { key: 'unpaid', label: 'Unpaid', count: counts.unpaid },
              { key: 'paid', label: 'To ship', count: counts.toShip },
              { key: 'shipped', label: 'Shipped', count: counts.shipped },
            ]}
          />
        </div>
        <div
          ref={list}
          tabIndex={-1}
          aria-busy={pending}
          className={classNames('outline-none', pending && 'opacity-60 transition-opacity delay-300')}
        >
          {rows.length === 0 ? (
            <NoOrders
              none={counts.all === 0}
              onShowAll={() => change({ q: null, status: null, shown: null })}
            />
          ) : (
            <OrderTable
              orders={rows}
              sort={view.sort}
              onSort={(sort) => change({ sort: isNewestFirst(sort) ? null : sortText(sort) })}
              onShip={(order) => void ship(order)}
              onDelete={setDeleting}
            />
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-ink-soft tabular-nums">
            {rows.length > 0 &&
              `${more ? 'The first ' : ''}${rows.length} ${rows.length === 1 ? 'order' : 'orders'}`}
            {loaded.length === MOST_SORTED &&
              ` Only the newest ${MOST_SORTED} are sorted here: search to narrow them down.`}
          </p>
          {more && (
            <Button
              busy={pending}
              onClick={() => change({ shown: String(view.shown + STEP) }, { replace: true })}
            >
              Show more orders
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this order?"
        message={
          <>
            <p>Are you sure? you want to delete {deleting?.productName} from order!!</p>
            <p className="mt-2 text-ink-soft">
              {deleting?.customerName} can no longer pay it, and its pieces go back on the shelf.
            </p>
          </>
        }
        confirmLabel="Delete"
        onCancel={() => setDeleting(null)}
        onConfirm={() => deleting && void remove(deleting)}
      />
    </>
  )
}

/** The table's place without rows: no order at all (`none`), or none that matches. */
function NoOrders({ none, onShowAll }: { none: boolean; onShowAll: () => void }) {
  if (none)
    return (
      <EmptyState title="No orders yet" text="What customers order shows up here.">
        <LinkButton to="/dashboard/manageProducts">Manage All Products</LinkButton>
      </EmptyState>
    )
  return (
    <EmptyState
      title="No order matches"
      text="Search for part of a product or a customer, or for a whole transaction id, or choose another filter."
    >
      <Button onClick={onShowAll}>Show all orders</Button>
    </EmptyState>
  )
}
