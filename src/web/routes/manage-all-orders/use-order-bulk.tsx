import { type RefObject, useState } from 'react'
import { deleteOrder, shipOrder } from '#contract/orders.ts'
import { formatUsd } from '#domain/shared/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { nextStatus, orderStatus } from '#domain/orders/order-status.ts'
import { api } from '../../api-client/api-client.ts'
import type { BulkAction } from '../../components/admin-list/bulk/bulk-bar.tsx'
import { useBulk } from '../../components/admin-list/bulk/use-bulk.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { Attempt } from '../../ui/use-optimistic-rows.ts'

const can = (event: 'ship' | 'delete') => (order: Order) => nextStatus(orderStatus(order), event) !== null
const counted = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

/**
 * Bulk shipping and deleting: the selection and actions for AdminList, and the confirmation dialog. Shipping applies to the paid
 * orders of the selection, deleting to the unpaid ones. `onDone` runs after the calls.
 */
export function useOrderBulk(
  rows: readonly Order[],
  { attempt, list }: { attempt: Attempt<Order>; list: RefObject<HTMLDivElement | null> },
  onDone: () => void,
) {
  const bulk = useBulk({
    nouns: ['order', 'orders'],
    rows,
    attempt,
    list,
    selectable: (order) => can('ship')(order) || can('delete')(order),
    nameOf: ({ productName, customerName }) => `${productName} for ${customerName}`,
    onDone,
  })
  const [confirming, setConfirming] = useState<'ship' | 'delete' | null>(null)
  const toShip = bulk.selected.filter(can('ship'))
  const toDelete = bulk.selected.filter(can('delete'))

  const confirm = () => {
    setConfirming(null)
    if (confirming === 'ship')
      void bulk.run({
        rows: toShip,
        patch: () => ({ shipped: true, shippedAt: new Date().toISOString() }),
        call: ({ _id }) => api(shipOrder, { params: { id: _id } }),
        past: 'shipped',
      })
    else
      void bulk.run({
        rows: toDelete,
        patch: () => null,
        call: ({ _id }) => api(deleteOrder, { params: { id: _id } }),
        past: 'deleted',
      })
  }

  const shipping = confirming === 'ship'
  const chosen = shipping ? toShip : toDelete
  const others = bulk.selected.length - chosen.length
  const question = (
    <ConfirmDialog
      open={confirming !== null}
      title={`${shipping ? 'Ship' : 'Delete'} ${counted(chosen.length)}?`}
      variant={shipping ? 'primary' : 'danger'}
      message={
        <>
          <p>{shipping ? shippingText(toShip) : deletingText(toDelete)}</p>
          {others > 0 && (
            <p className="mt-2 text-ink-soft">
              {others} more selected: {shipping ? 'not paid yet' : 'paid already'}, left as{' '}
              {others === 1 ? 'it is' : 'they are'}.
            </p>
          )}
        </>
      }
      cancelLabel={shipping ? 'Cancel' : 'Keep them'}
      confirmLabel={`${shipping ? 'Ship' : 'Delete'} ${counted(chosen.length)}`}
      onCancel={() => setConfirming(null)}
      onConfirm={confirm}
    />
  )
  const actions: BulkAction[] = []
  if (toShip.length > 0)
    actions.push({
      label: `Ship ${toShip.length}…`,
      variant: 'primary',
      onPress: () => setConfirming('ship'),
    })
  if (toDelete.length > 0)
    actions.push({
      label: `Delete ${toDelete.length}…`,
      variant: 'danger',
      onPress: () => setConfirming('delete'),
    })
  return { bulk: { ...bulk, actions }, question }
}

const sum = (orders: readonly Order[], of: (order: Order) => number) =>
  orders.reduce((total, order) => total + of(order), 0)

function shippingText(orders: readonly Order[]): string {
  const value = formatUsd(sum(orders, ({ totalPrice }) => totalPrice))
  return `${counted(orders.length)} worth ${value} will be marked as shipped, and the customers see that at once. You can’t undo this.`
}

function deletingText(orders: readonly Order[]): string {
  const held = sum(orders, ({ holdExpiresAt, orderQty }) => (holdExpiresAt ? orderQty : 0))
  const back = held === 0 ? '' : ` ${held} held ${held === 1 ? 'piece goes' : 'pieces go'} back into stock.`
  return `${counted(orders.length)} will be deleted: the customers can no longer pay.${back} You can’t undo this.`
}
