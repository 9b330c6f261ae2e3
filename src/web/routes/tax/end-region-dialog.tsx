import { endTaxRegion } from '#contract/tax.ts'
import { formatDay } from '#domain/shared/day.ts'
import { EndTaxRegionInput, type ShownTaxRegion } from '#domain/tax/tax-region.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Changes the last day of a region; blank: it goes on. */
export function EndRegionDialog({
  region,
  onClose,
  onSaved,
}: {
  region: ShownTaxRegion
  onClose: () => void
  onSaved: () => void
}) {
  const form = useForm(
    EndTaxRegionInput,
    { validTo: region.validTo ?? '' },
    { toInput: ({ validTo }) => ({ validTo: validTo === '' ? null : validTo }) },
  )
  const { busy, problem, send } = useMutation(endTaxRegion, {
    form,
    about: 'tax regions',
    done: (_, { body }) =>
      body.validTo === null ? `${region.name} goes on` : `${region.name} ends on ${formatDay(body.validTo)}`,
    next() {
      onClose()
      onSaved()
    },
  })
  return (
    <FormDialog
      title={`Last day of ${region.name}`}
      onClose={onClose}
      form={form.props((body) => send({ params: { id: region._id }, body }))}
      submitLabel="Save"
      busy={busy}
    >
      <p>For a new rate, end this region and add one that begins on the day after.</p>
      <TextField
        label="Last day"
        type="date"
        optional
        min={region.validFrom}
        hint="Blank: it goes on."
        {...form.field('validTo')}
      />
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}
