import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { correctTracking, deleteOrder } from '#contract/orders.ts'
import { nextStatus, orderStatus } from '#domain/orders/order-status.ts'
import type { OrderListItem } from '#domain/orders/order.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { ShipDialog } from '../../components/ship-dialog/ship-dialog.tsx'
import { shipOrderOnce } from '../../components/ship-dialog/ship-order-once.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { packingSlipsPath } from '../packing-slips/packing-slips-path.ts'

/** Actions of admins: ship an order, correct its tracking number, print its packing slip, delete it. */
export function AdminActions({ order, isOwn }: { order: OrderListItem; isOwn: boolean }) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState<'tracking' | 'delete' | null>(null)
  const status = orderStatus(order)
  const toShip = nextStatus(status, 'ship') !== null

  const params = { id: order._id }
  /** Each result is a toast; then the order is reloaded. */
  const outcome = {
    about: order._id,
    next: () => revalidate(),
    async failed(error: unknown) {
      await revalidate()
      return problemText(error)
    },
  }
  const shipping = useMutation((tracking: Tracking | undefined) => shipOrderOnce(order, tracking), {
    ...outcome,
    done: 'Order shipped',
  })
  const correction = useMutation(correctTracking, { ...outcome, done: 'Tracking number saved' })
  const deletion = useMutation(deleteOrder, {
    ...outcome,
    done: 'Order Delete',
    next: () => navigate(paths.manageOrders),
  })
  const submit = (tracking: Tracking | undefined) => {
    setAsking(null)
    if (toShip) return shipping.send(tracking)
    return tracking && correction.send({ params, body: tracking })
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
            ? `${order.productName} for ${order.customerName}. We’ll email the customer.`
            : 'The customer sees the new number at once.'}
        </p>
      </ShipDialog>
      {asking === 'delete' && (
        <ConfirmDialog
          title="Delete this order?"
          message={`Are you sure? you want to delete ${order.productName} from order!!`}
          confirmLabel="Delete"
          onCancel={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null)
            void deletion.send({ params })
          }}
        />
      )}
    </>
  )
}
