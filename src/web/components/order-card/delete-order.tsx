import { deletePurchase } from '#contract/purchases.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { ApiProblem, problemText } from '../../api-problem.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/**
 * Confirms and deletes an unpaid order, with all of its parts. `onChanged` receives whether it is deleted; if
 * not, it turned out to be paid. The dialog stays until then.
 */
export function DeleteOrder({
  purchase,
  onKeep,
  onChanged,
}: {
  purchase: Purchase
  onKeep: () => void
  onChanged: (isDeleted: boolean) => unknown
}) {
  const { busy, send } = useMutation(deletePurchase, {
    about: purchase._id,
    done: 'Your Order Delete',
    next: () => onChanged(true),
    async failed(error) {
      const code = error instanceof ApiProblem ? error.code : ''
      if (code === 'not_found' || code === 'order_is_paid') await onChanged(code === 'not_found')
      else onKeep()
      return problemText(error)
    },
  })

  return (
    <ConfirmDialog
      title="Delete this order?"
      message={`Are you sure? you want to delete ${partsOf(purchase)} from your order!!`}
      confirmLabel="Delete"
      busy={busy}
      onCancel={onKeep}
      onConfirm={() => void send({ params: { id: purchase._id } })}
    />
  )
}

/** "Ceramic Brake Pads", or "all 3 parts of DL-10042". */
export function partsOf({ number, lines }: Purchase): string {
  const [first] = lines
  return first && lines.length === 1 ? first.name : `all ${lines.length} parts of ${number}`
}
