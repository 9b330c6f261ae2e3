import { useState } from 'react'
import { deleteOrder } from '#contract/orders.ts'
import { showPayment } from '#contract/payments.ts'
import type { Order } from '#domain/orders/order.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'

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
  const [busy, setBusy] = useState(false)

  const remove = async () => {
    setBusy(true)
    try {
      await api(deleteOrder, { params: { id: order._id } })
      toastSuccess('Your Order Delete', { about: order._id })
      onChanged(order._id, null)
    } catch (problem) {
      const code = problem instanceof ApiProblem ? problem.code : ''
      toastError(problemText(problem), { about: order._id })
      if (code === 'not_found') onChanged(order._id, null)
      else if (code === 'order_is_paid') onChanged(order._id, await paidOrder(order))
      else onKeep()
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title="Delete this order?"
      message={`Are you sure? you want to delete ${order.productName} from your order!!`}
      confirmLabel="Delete"
      busy={busy}
      onCancel={onKeep}
      onConfirm={() => void remove()}
    />
  )
}

/** The current order; when that cannot be fetched, the known one, no longer offered for payment. */
async function paidOrder(order: Order): Promise<Order> {
  return api(showPayment, { params: { orderId: order._id } }).catch(() => ({ ...order, paid: true }))
}
