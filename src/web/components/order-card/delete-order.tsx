import { deleteOrder } from '#contract/orders.ts'
import { showPayment } from '#contract/payments.ts'
import type { Order } from '#domain/orders/order.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/**
 * Confirms and deletes an unpaid order. `onChanged` receives its new state: null when it is deleted, the
 * current order when it turned out to be paid.
 */
export function DeleteOrder({
  order,
  onKeep,
  onChanged,
}: {
  order: Order
  onKeep: () => void
  onChanged: (id: string, fresh: Order | null) => void
}) {
  const { busy, send } = useMutation(deleteOrder, {
    about: order._id,
    done: 'Your Order Delete',
    next: () => onChanged(order._id, null),
    async failed(error) {
      const code = error instanceof ApiProblem ? error.code : ''
      if (code === 'not_found') onChanged(order._id, null)
      else if (code === 'order_is_paid') onChanged(order._id, await paidOrder(order))
      else onKeep()
      return problemText(error)
    },
  })

  return (
    <ConfirmDialog
      title="Delete this order?"
      message={`Are you sure? you want to delete ${order.productName} from your order!!`}
      confirmLabel="Delete"
      busy={busy}
      onCancel={onKeep}
      onConfirm={() => void send({ params: { id: order._id } })}
    />
  )
}

/** The current order; when that cannot be fetched, the known one, no longer offered for payment. */
async function paidOrder(order: Order): Promise<Order> {
  return api(showPayment, { params: { orderId: order._id } }).catch(() => ({ ...order, paid: true }))
}
