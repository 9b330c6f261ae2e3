import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { correctTracking, deleteOrder } from '#contract/orders.ts'
import { nextStatus, orderStatus } from '#domain/orders/order-status.ts'
import type { OrderListItem } from '#domain/orders/order.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import { paths } from '#paths.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { ShipDialog } from '../../components/ship-dialog/ship-dialog.tsx'
import { shipOrderOnce } from '../../components/ship-dialog/ship-order-once.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import { packingSlipsPath } from '../packing-slips/packing-slips-path.ts'

/** Actions of admins: ship an order, correct its tracking number, print its packing slip, delete it. */
export function AdminActions({ order, isOwn }: { order: OrderListItem; isOwn: boolean }) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState<'tracking' | 'delete' | null>(null)
  const status = orderStatus(order)
  const toShip = nextStatus(status, 'ship') !== null

  /** Makes the call, shows its result as a toast, and reloads the order. */
  const change = async (call: () => Promise<unknown>, done: string, then = () => revalidate()) => {
    setAsking(null)
    try {
      await call()
      toastSuccess(done, { about: order._id })
      await then()
    } catch (error) {
      toastError(problemText(error), { about: order._id })
      await revalidate()
    }
  }
  const submit = (tracking: Tracking | undefined) => {
    if (toShip) return change(() => shipOrderOnce(order, tracking), 'Order shipped')
    if (!tracking) return undefined
    return change(
      () => api(correctTracking, { params: { id: order._id }, body: tracking }),
      'Tracking number saved',
    )
  }

  return (
    <>
      {toShip && (
        <Button variant="primary" onClick={() => setAsking('tracking')}>
          Ship
        </Button>
      )}
      {order.shipped && (
        <Button onClick={() => setAsking('tracking')}>
          {order.trackingNumber ? 'Correct tracking number' : 'Add tracking number'}
        </Button>
      )}
      {order.paid && !order.refunded && <LinkButton to={packingSlipsPath([order])}>Packing slip</LinkButton>}
      {nextStatus(status, 'delete') !== null && !isOwn && (
        <Button variant="danger" onClick={() => setAsking('delete')}>
          Delete
        </Button>
      )}
      <ShipDialog
        orders={asking === 'tracking' ? [order] : []}
        title={toShip ? `Ship ${order.number}?` : `Tracking number of ${order.number}`}
        confirmLabel={toShip ? 'Ship' : 'Save'}
        required={!toShip}
        onCancel={() => setAsking(null)}
        onSubmit={(tracking) => void submit(tracking.get(order._id))}
      >
        <p>
          {toShip
            ? `${order.productName} for ${order.customerName}. The customer sees at once that it is shipped.`
            : 'The customer sees the new number at once.'}
        </p>
      </ShipDialog>
      {asking === 'delete' && (
        <ConfirmDialog
          title="Delete this order?"
          message={`Are you sure? you want to delete ${order.productName} from order!!`}
          confirmLabel="Delete"
          onCancel={() => setAsking(null)}
          onConfirm={() =>
            void change(
              () => api(deleteOrder, { params: { id: order._id } }),
              'Order Delete',
              async () => navigate(paths.manageOrders),
            )
          }
        />
      )}
    </>
  )
}
