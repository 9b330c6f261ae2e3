import { deletePurchase, showPurchase } from '#contract/purchases.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/**
 * Confirms and deletes an unpaid order, with all of its parts. `onChanged` receives its new state: null when
 * it is deleted, the current order when it turned out to be paid.
 */
export function DeleteOrder({
  purchase,
  onKeep,
  onChanged,
}: {
  purchase: ShownPurchase
  onKeep: () => void
  onChanged: (id: string, fresh: ShownPurchase | null) => void
}) {
  const { busy, send } = useMutation(deletePurchase, {
    about: purchase._id,
    done: 'Your Order Delete',
    next: () => onChanged(purchase._id, null),
    async failed(error) {
      const code = error instanceof ApiProblem ? error.code : ''
      if (code === 'not_found') onChanged(purchase._id, null)
      else if (code === 'order_is_paid') onChanged(purchase._id, await paidPurchase(purchase))
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

/** The current order; when that cannot be fetched, the known one, no longer offered for payment. */
async function paidPurchase(purchase: ShownPurchase): Promise<ShownPurchase> {
  return api(showPurchase, { params: { id: purchase._id } }).catch((): ShownPurchase => ({
    ...purchase,
    paid: true,
    status: 'paid',
  }))
}
