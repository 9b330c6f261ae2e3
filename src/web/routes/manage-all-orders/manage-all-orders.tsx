import { useState } from 'react'
import { showOverview } from '#contract/orders.ts'
import { deletePurchase, listPurchases, shipPieces } from '#contract/purchases.ts'
import { ADMIN_STATUS_LABELS } from '#domain/orders/order-status.ts'
import { ListPurchasesQuery, type Purchase, purchaseTitle } from '#domain/orders/purchase.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import * as paths from '#paths.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { useOnce } from '../../api-client/use-once.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { partsOf } from '../../components/order-card/delete-order.tsx'
import { asShipped } from '../../components/ship-dialog/as-shipped.ts'
import { ShipDialog } from '../../components/ship-dialog/ship-dialog.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/manage-all-orders'
import { orderColumns } from './order-columns.tsx'
import { orderCsv, partsOfOrders } from './order-csv.ts'
import { useOrderBulk } from './use-order-bulk.tsx'

const TITLE = 'Manage All Orders'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const PAGES: ListPages = { step: 25, max: 2000 }

/** The API's order without a sort. */
const NEWEST_FIRST = '-placedAt'

const { status, sort } = ListPurchasesQuery.shape
const readView = (query: URLSearchParams) => readListView(query, PAGES, { status, sort })

/** The orders of this view, searched, filtered and sorted by the API, and the total counts. */
async function loadOrders({ shown, sort: chosen, ...filter }: ReturnType<typeof readView>) {
  const query = { ...filter, sort: chosen === NEWEST_FIRST ? undefined : chosen }
  const [orders, overview] = await Promise.all([
    fetchListRows<Purchase>({ shown }, (page) => api(listPurchases, { query: { ...page, ...query } })),
    api(showOverview),
  ])
  return { orders, counts: overview.orders }
}

export const clientLoader = listLoader((query) => loadOrders(readView(query)))

export const ErrorBoundary = errorBoundary(TITLE)

export default function ManageAllOrders({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage title={TITLE} list={loaderData.list} loading="Loading orders">
      {(loaded) => <OrderList {...loaded} />}
    </ListPage>
  )
}

function OrderList({ orders, counts }: Awaited<ReturnType<typeof loadOrders>>) {
  const adminList = useOrderList(orders)
  const { rows, view, list } = adminList
  const [orderToDelete, setOrderToDelete] = useState<Purchase | null>(null)
  const [orderToShip, setOrderToShip] = useState<Purchase | null>(null)
  const { bulk, dialogs } = useOrderBulk(adminList)

  return (
    <>
      <AdminList
        nouns={['order', 'orders']}
        placeholder="Number, part, name, phone, tracking"
        list={list}
        filters={
          <ListFilter
            name="status"
            label="Filter orders by status"
            value={view.status}
            tabs={[
              { key: 'all', label: 'All', count: counts.all },
              { key: 'unpaid', label: ADMIN_STATUS_LABELS.unpaid, count: counts.unpaid },
              { key: 'paid', label: ADMIN_STATUS_LABELS.paid, count: counts.toShip - counts.partlyShipped },
              ...(counts.partlyShipped > 0 || view.status === 'partly_shipped'
                ? [
                    {
                      key: 'partly_shipped' as const,
                      label: ADMIN_STATUS_LABELS.partly_shipped,
                      count: counts.partlyShipped,
                    },
                  ]
                : []),
              { key: 'shipped', label: ADMIN_STATUS_LABELS.shipped, count: counts.shipped },
              ...(counts.canceled > 0 || view.status === 'canceled'
                ? [
                    {
                      key: 'canceled' as const,
                      label: ADMIN_STATUS_LABELS.canceled,
                      count: counts.canceled,
                    },
                  ]
                : []),
              { key: 'refunded', label: ADMIN_STATUS_LABELS.refunded, count: counts.refunded },
            ]}
          />
        }
        rows={rows}
        columns={orderColumns({
          onShip: setOrderToShip,
          onDelete: setOrderToDelete,
          toShip: view.status === 'paid' || view.status === 'partly_shipped',
        })}
        sort={view.sort ?? NEWEST_FIRST}
        csv={orderCsv}
        csvRows={{ count: rows.length, load: () => partsOfOrders(rows) }}
        bulk={bulk}
        isNarrowed={counts.all > 0}
        noMatch={{
          title: 'No orders found',
          text: 'Search for an order number, part of a product or a customer, a phone number, or a whole transaction id or tracking number, or choose another filter.',
          showAll: 'Show all orders',
        }}
        none={
          <EmptyState title="No orders yet" text="Customers’ orders show up here.">
            <LinkButton to={paths.manageProducts}>Manage All Products</LinkButton>
          </EmptyState>
        }
        pager={{ pages: PAGES, loaded: orders.length }}
      />
      {dialogs}
      <ShipOrderDialog order={orderToShip} adminList={adminList} onClose={() => setOrderToShip(null)} />
      {orderToDelete && (
        <DeleteOrderDialog
          order={orderToDelete}
          adminList={adminList}
          onClose={() => setOrderToDelete(null)}
        />
      )}
    </>
  )
}

function useOrderList(loaded: readonly Purchase[]) {
  return useAdminList(loaded, readView, (order, view) => view.status && order.status)
}

type OrderDialogProps<Shown> = {
  order: Shown
  adminList: ReturnType<typeof useOrderList>
  onClose: () => void
}

/** Asks for the tracking of one parcel with all that is open, and ships it; closed without an order. */
function ShipOrderDialog({ order, adminList: { act }, onClose }: OrderDialogProps<Purchase | null>) {
  const once = useOnce()
  const ship = (shipped: Purchase, tracking: Tracking | undefined) => {
    onClose()
    void act({
      row: shipped,
      patch: asShipped(shipped, tracking),
      call: () => once(shipPieces, { params: { id: shipped._id }, body: { parcels: [tracking ?? {}] } }),
      done: 'Order shipped',
      failed: (error) => `${shipped.number} was not marked as shipped. ${problemText(error)}`,
    })
  }
  // Stays mounted while it is closed: it keeps the carrier, and a number that could not be stored.
  return (
    <ShipDialog
      parcels={order ? [{ id: order._id, number: order.number, hint: '' }] : []}
      title={`Ship ${order?.number}?`}
      confirmLabel="Ship"
      onCancel={onClose}
      onSubmit={(tracking) => order && ship(order, tracking.get(order._id))}
    >
      <p>{order && `${purchaseTitle(order)} for ${order.name}`}. We’ll email the customer.</p>
    </ShipDialog>
  )
}

function DeleteOrderDialog({ order, adminList: { act }, onClose }: OrderDialogProps<Purchase>) {
  const remove = () => {
    onClose()
    void act({
      row: order,
      patch: null,
      call: () => api(deletePurchase, { params: { id: order._id } }),
      done: 'Order Delete',
      failed: (error) => `${order.number} was not deleted. ${problemText(error)}`,
    })
  }
  return (
    <ConfirmDialog
      title="Delete this order?"
      message={
        <>
          <p>Are you sure? you want to delete {partsOf(order)} from order!!</p>
          <p className="mt-2 text-ink-soft">
            {order.name} can no longer pay for it, and what it held goes back into stock. You can’t undo this.
          </p>
        </>
      }
      confirmLabel="Delete"
      onCancel={onClose}
      onConfirm={remove}
    />
  )
}
