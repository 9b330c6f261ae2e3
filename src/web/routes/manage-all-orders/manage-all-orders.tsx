import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteOrder, listOrders, showOverview } from '#contract/orders.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { AdminList, ShownCount } from '../../components/admin-list/admin-list.tsx'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { ShipDialog } from '../../components/ship-dialog/ship-dialog.tsx'
import { asShipped, shipOrderOnce } from '../../components/ship-dialog/ship-order-once.ts'
import { LoadedList, withHandledRejection } from '../../components/admin-list/loaded-list.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { useListActions } from '../../components/admin-list/use-list-actions.ts'
import { sortText, useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import { requireAdmin } from '../../session/require-session.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/manage-all-orders'
import { NoOrders } from './no-orders.tsx'
import { orderColumns } from './order-columns.tsx'
import { orderCsv } from './order-csv.ts'
import {
  countsNow,
  isNewestFirst,
  MOST_SORTED,
  type OrderFilter,
  type OrderListView,
  readOrderListView,
  sortedOrders,
  PAGES,
  wantedOrders,
  withoutGone,
} from './order-list.ts'
import { useOrderBulk } from './use-order-bulk.tsx'
import { titled } from '../../layout/public-meta.ts'

const TITLE = 'Manage All Orders'

export const handle = { wide: true } satisfies RouteHandle

export const meta = titled(TITLE)

/** The orders of this view, searched and filtered by the API, and the total counts. */
async function loadOrders(view: OrderListView) {
  const { q, status } = view
  const [orders, overview] = await Promise.all([
    fetchAllPages((page) => api(listOrders, { query: { ...page, q, status } }), wantedOrders(view)),
    api(showOverview),
  ])
  return { orders, counts: overview.orders }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: withHandledRejection(loadOrders(readOrderListView(new URL(request.url).searchParams))) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} />
}

export default function ManageAllOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading compact title={TITLE} />
      <LoadedList label="Loading orders" list={loaderData.list}>
        {(list) => <OrderList {...list} />}
      </LoadedList>
    </>
  )
}

const NOUNS = ['order', 'orders'] as const

function OrderList({ orders: loaded, counts: loadedCounts }: Awaited<ReturnType<typeof loadOrders>>) {
  const { rows: orders, act, attempt, list } = useListActions(loaded)
  const counts = countsNow(loadedCounts, loaded, orders)
  const { query, change, show, pending } = useListUrlState()
  const view = readOrderListView(query)
  const listed = view.status ? withoutGone(loaded, orders) : orders
  const rows = sortedOrders(listed, view.sort).slice(0, view.shown)
  const [deleting, setDeleting] = useState<Order | null>(null)
  const [shipping, setShipping] = useState<Order | null>(null)
  const { revalidate } = useRevalidator()
  const { bulk, question } = useOrderBulk(rows, { attempt, list }, () => void revalidate())

  const ship = async (order: Order, tracking: Tracking | undefined) => {
    setShipping(null)
    await act(
      {
        row: order,
        patch: asShipped(tracking),
        leaves: view.status !== undefined,
        call: () => shipOrderOnce(order, tracking),
        done: 'Order shipped',
        failed: (error) => `${order.number} was not marked as shipped. ${problemText(error)}`,
      },
      rows,
    )
    // Reloads the counts and, after a refusal, the order's current state.
    void revalidate()
  }

  const remove = async (order: Order) => {
    setDeleting(null)
    await act(
      {
        row: order,
        patch: null,
        call: () => api(deleteOrder, { params: { id: order._id } }),
        done: 'Order Delete',
        failed: (error) => `${order.number} was not deleted. ${problemText(error)}`,
      },
      rows,
    )
    void revalidate()
  }

  return (
    <>
      <AdminList
        nouns={NOUNS}
        placeholder="Number, product or customer"
        q={view.q}
        onSearch={(q) => change({ q, shown: null }, { replace: true })}
        filters={
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
        }
        rows={rows}
        columns={orderColumns({
          onShip: setShipping,
          onDelete: setDeleting,
          toShip: view.status === 'paid',
        })}
        sort={view.sort}
        onSort={(sort) => change({ sort: !sort || isNewestFirst(sort) ? null : sortText(sort) })}
        list={list}
        bulk={bulk}
        csv={{ rows, columns: orderCsv }}
        pending={pending}
        empty={
          <NoOrders
            none={counts.all === 0}
            onShowAll={() => change({ q: null, status: null, shown: null })}
          />
        }
      >
        <ShownCount
          nouns={NOUNS}
          rows={rows.length}
          shown={view.shown}
          loaded={loaded.length}
          pages={PAGES}
          onShow={show}
          pending={pending}
          hint={
            loaded.length === MOST_SORTED
              ? `Only the newest ${MOST_SORTED} are sorted here: search to narrow them down.`
              : ''
          }
        />
      </AdminList>
      {question}
      <ShipDialog
        orders={shipping ? [shipping] : []}
        title={`Ship ${shipping?.number}?`}
        confirmLabel="Ship"
        onCancel={() => setShipping(null)}
        onSubmit={(tracking) => shipping && void ship(shipping, tracking.get(shipping._id))}
      >
        <p>
          {shipping?.productName} for {shipping?.customerName}. The customer sees at once that it is shipped.
        </p>
      </ShipDialog>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this order?"
        message={
          <>
            <p>Are you sure? you want to delete {deleting?.productName} from order!!</p>
            <p className="mt-2 text-ink-soft">
              {deleting?.customerName} can no longer pay it, and its pieces go back into stock. It cannot be
              undone.
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
