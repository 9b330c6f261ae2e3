import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteOrder } from '#contract/orders.ts'
import { nextStatus, orderStatus } from '#domain/orders/order-status.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { api } from '../../api-client/api-client.ts'
import type { BulkAction } from '../../components/admin-list/bulk/bulk-bar.tsx'
import { useBulk } from '../../components/admin-list/bulk/use-bulk.ts'
import type { AdminListState } from '../../components/admin-list/use-admin-list.ts'
import { ShipDialog } from '../../components/ship-dialog/ship-dialog.tsx'
import { asShipped, shipOrderOnce } from '../../components/ship-dialog/ship-order-once.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { packingSlipsLabel, packingSlipsPath } from '../packing-slips/packing-slips-path.ts'

const can = (event: 'ship' | 'delete') => (order: Order) => nextStatus(orderStatus(order), event) !== null
const countOrders = (count: number) => formatCountOf(count, 'order')

/**
 * Bulk shipping, packing slips and deleting: the selection and actions for AdminList, and the dialogs.
 * Shipping and packing slips apply to the paid orders of the selection, deleting to the unpaid ones.
 */
export function useOrderBulk(adminList: AdminListState<Order>) {
  const bulk = useBulk({
    nouns: ['order', 'orders'],
    adminList,
    selectable: (order) => can('ship')(order) || can('delete')(order),
    nameOf: ({ number, productName, customerName }) => `${productName} for ${customerName} (${number})`,
  })
  const navigate = useNavigate()
  const [openDialog, setOpenDialog] = useState<'ship' | 'delete' | null>(null)
  const toShip = bulk.selected.filter(can('ship'))
  const toDelete = bulk.selected.filter(can('delete'))

  const ship = (tracking: ReadonlyMap<string, Tracking>) => {
    setOpenDialog(null)
    void bulk.run({
      rows: toShip,
      patch: ({ _id }) => asShipped(tracking.get(_id)),
      call: (order) => shipOrderOnce(order, tracking.get(order._id)),
      past: 'shipped',
    })
  }
  const remove = () => {
    setOpenDialog(null)
    void bulk.run({
      rows: toDelete,
      patch: () => null,
      call: ({ _id }) => api(deleteOrder, { params: { id: _id } }),
      past: 'deleted',
    })
  }

  const unaffectedText = (left: number, why: string) =>
    left > 0 && (
      <p className="mt-2 text-ink-soft">
        {left} more selected: {why}, left as {left === 1 ? 'it is' : 'they are'}.
      </p>
    )
  const dialogs = (
    <>
      <ShipDialog
        orders={openDialog === 'ship' ? toShip : []}
        title={`Ship ${countOrders(toShip.length)}?`}
        confirmLabel={`Ship ${countOrders(toShip.length)}`}
        onCancel={() => setOpenDialog(null)}
        onSubmit={ship}
      >
        <div>
          <p>{shippingText(toShip)}</p>
          {unaffectedText(toDelete.length, 'not paid yet')}
        </div>
      </ShipDialog>
      {openDialog === 'delete' && (
        <ConfirmDialog
          title={`Delete ${countOrders(toDelete.length)}?`}
          message={
            <>
              <p>{deletingText(toDelete)}</p>
              {unaffectedText(toShip.length, 'paid already')}
            </>
          }
          cancelLabel="Keep them"
          confirmLabel={`Delete ${countOrders(toDelete.length)}`}
          onCancel={() => setOpenDialog(null)}
          onConfirm={remove}
        />
      )}
    </>
  )
  const actions: BulkAction[] = []
  if (toShip.length > 0)
    actions.push(
      {
        label: `Ship ${formatCount(toShip.length)}…`,
        variant: 'primary',
        onPress: () => setOpenDialog('ship'),
      },
      { label: packingSlipsLabel(toShip.length), onPress: () => void navigate(packingSlipsPath(toShip)) },
    )
  if (toDelete.length > 0)
    actions.push({
      label: `Delete ${formatCount(toDelete.length)}…`,
      variant: 'danger',
      onPress: () => setOpenDialog('delete'),
    })
  return { bulk: { ...bulk, actions }, dialogs }
}

const sum = (orders: readonly Order[], of: (order: Order) => number) =>
  orders.reduce((total, order) => total + of(order), 0)

function shippingText(orders: readonly Order[]): string {
  const value = formatUsd(sum(orders, ({ totalPrice }) => totalPrice))
  return `${countOrders(orders.length)} worth ${value} will be marked as shipped, and we’ll email the customers. You can’t undo this.`
}

function deletingText(orders: readonly Order[]): string {
  const held = sum(orders, ({ holdExpiresAt, orderQty }) => (holdExpiresAt ? orderQty : 0))
  const back = held === 0 ? '' : ` ${formatCountOf(held, 'held unit goes', 'held units go')} back into stock.`
  return `${countOrders(orders.length)} will be deleted: the customers can no longer pay.${back} You can’t undo this.`
}
