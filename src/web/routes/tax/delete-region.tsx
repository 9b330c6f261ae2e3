import { deleteTaxRegion } from '#contract/tax.ts'
import { formatDay } from '#domain/shared/day.ts'
import { placeOf } from '#domain/tax/place-of.ts'
import type { ShownTaxRegion } from '#domain/tax/tax-region.ts'
import { problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Confirms and deletes a region that was entered by mistake; one with orders stays, and a toast says why. */
export function DeleteRegion({
  region,
  onClose,
  onSaved,
}: {
  region: ShownTaxRegion
  onClose: () => void
  onSaved: () => void
}) {
  const { busy, send } = useMutation(deleteTaxRegion, {
    about: region._id,
    done: `${region.name} deleted`,
    next() {
      onClose()
      onSaved()
    },
    failed(error) {
      onClose()
      return problemText(error)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${region.name}?`}
      message={`${region.rate}% for ${placeOf(region)} from ${formatDay(region.validFrom)}. Delete it only if it was entered by mistake. Once orders have its tax, give it a last day instead.`}
      confirmLabel="Delete"
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void send({ params: { id: region._id } })}
    />
  )
}
