import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deletePurchase, shipPieces } from '#contract/purchases.ts'
import { linesToShip, type Purchase, purchaseTitle } from '#domain/orders/purchase.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { api } from '../../api-client/api-client.ts'
import { useOnce } from '../../api-client/use-once.ts'
import type { BulkAction } from '../../components/list/bulk/bulk-bar.tsx'
import { useBulk } from '../../components/list/bulk/use-bulk.ts'
import type { AdminListState } from '../../components/list/use-admin-list.ts'
import { asShipped } from '../../components/ship-dialog/as-shipped.ts'
import { ShipDialog } from '../../components/ship-dialog/ship-dialog.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { packingSlipsLabel, packingSlipsPath, pickingListPath } from '../packing-slips/packing-slips-path.ts'

const canShip = (order: Purchase) => linesToShip(order).length > 0
const canDelete = ({ status }: Purchase) => status === 'unpaid'
const countOrders = (count: number) => formatCountOf(count, 'order')

/**
 * Bulk shipping, the picking list, packing slips and deleting: the selection and actions for AdminList, and
 * the dialogs. All but deleting are for the paid orders of the selection, each of which is shipped in one
 * parcel with all that is open; deleting is for the unpaid ones.
 */
export function useOrderBulk(adminList: AdminListState<Purchase>) {
  const bulk = useBulk({
    nouns: ['order', 'orders'],
    adminList,
    selectable: (order) => canShip(order) || canDelete(order),
    nameOf: (order) => `${purchaseTitle(order)} for ${order.name} (${order.number})`,
  })
  const navigate = useNavigate()
  const once = useOnce()
  const [openDialog, setOpenDialog] = useState<'ship' | 'delete' | null>(null)
  const toShip = bulk.selected.filter(canShip)
  const toDelete = bulk.selected.filter(canDelete)

  const ship = (tracking: ReadonlyMap<string, Tracking>) => {
    setOpenDialog(null)
    void bulk.run({
      rows: toShip,
      patch: (order) => asShipped(order, tracking.get(order._id)),
      call: ({ _id: id }) =>
        once(shipPieces, { params: { id }, body: { parcels: [tracking.get(id) ?? {}] } }),
      past: 'shipped',
    })
  }
  const remove = () => {
    setOpenDialog(null)
    void bulk.run({
      rows: toDelete,
      patch: () => null,
      call: ({ _id }) => api(deletePurchase, { params: { id: _id } }),
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
        parcels={openDialog === 'ship' ? toShip.map(parcelOf) : []}
        title={`Ship ${countOrders(toShip.length)}?`}
        confirmLabel={`Ship ${countOrders(toShip.length)}`}
        onCancel={() => setOpenDialog(null)}
        onSubmit={ship}
      >
        <div>
          <p>{shippingText(toShip)}</p>
          {toShip.length > 1 && (
            <p className="mt-2 text-ink-soft">
              Scan the numbers one after the other, or paste them all: Enter goes to the next one, and the
              last one ships.
            </p>
          )}
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
      { label: 'Picking list', onPress: () => void navigate(pickingListPath(toShip)) },
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

const parcelOf = (order: Purchase) => ({
  id: order._id,
  number: order.number,
  hint: `${purchaseTitle(order)} for ${order.name}`,
})

const sum = (orders: readonly Purchase[], of: (order: Purchase) => number) =>
  orders.reduce((total, order) => total + of(order), 0)

function shippingText(orders: readonly Purchase[]): string {
  const value = formatUsd(sum(orders, ({ total }) => total))
  return `${countOrders(orders.length)} worth ${value}. We’ll email the ${orders.length === 1 ? 'customer' : 'customers'}.`
}

function deletingText(orders: readonly Purchase[]): string {
  const held = sum(orders, ({ heldUntil, lines }) =>
    heldUntil ? lines.reduce((units, { quantity }) => units + quantity, 0) : 0,
  )
  const back = held === 0 ? '' : ` ${formatCountOf(held, 'held unit goes', 'held units go')} back into stock.`
  return `${countOrders(orders.length)} will be deleted: the customers can no longer pay.${back} You can’t undo this.`
}
