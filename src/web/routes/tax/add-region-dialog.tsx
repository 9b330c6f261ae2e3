import { useState } from 'react'
import { addTaxRegion } from '#contract/tax.ts'
import { AddTaxRegionInput } from '#domain/tax/tax-region.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NumberField, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { useForm } from '../../ui/use-form.ts'

const FLAGS = [
  ['deliveryTaxed', 'Delivery is taxed too'],
  ['coreTaxed', 'Core deposits are taxed too'],
  ['coreTaxRefunded', 'A returned core gives back its tax'],
] as const

/** Adds a region in which tax is collected; the input remains after a failure. */
export function AddRegionDialog({
  country,
  day,
  onClose,
  onSaved,
}: {
  /** Those that the form begins with. */
  country: string
  day: string
  onClose: () => void
  onSaved: () => void
}) {
  const [flags, setFlags] = useState({ deliveryTaxed: false, coreTaxed: false, coreTaxRefunded: false })
  const form = useForm(
    AddTaxRegionInput,
    { name: '', rate: '', country, region: '', postalFrom: '', postalTo: '', validFrom: day, validTo: '' },
    {
      toInput: ({ rate, region, postalFrom, postalTo, validTo, ...texts }) => ({
        ...texts,
        ...flags,
        rate: parseNumber(rate),
        region: typedOr(region),
        postalFrom: typedOr(postalFrom),
        postalTo: typedOr(postalTo),
        validTo: typedOr(validTo),
      }),
      drafts: formDraft('tax region'),
    },
  )
  const { busy, problem, send } = useMutation(addTaxRegion, {
    form,
    about: 'tax regions',
    done: (_, { body }) => `${body.name} added`,
    next() {
      onClose()
      onSaved()
    },
  })
  return (
    <FormDialog
      title="Add tax region"
      onClose={onClose}
      form={form.props((body) => send({ body }))}
      submitLabel="Add region"
      busy={busy}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Name" required hint="As customers read it: Illinois" {...form.field('name')} />
        <NumberField label="Rate in percent" required hint="Such as 6.25" {...form.field('rate')} />
        <TextField label="Country" required hint="Two letters, such as US" {...form.field('country')} />
        <TextField
          label="State or province"
          optional
          hint="Of the US or Canada, such as IL; elsewhere enter postal codes"
          {...form.field('region')}
        />
        <TextField
          label="First postal code"
          optional
          hint="Or its beginning, such as 606"
          {...form.field('postalFrom')}
        />
        <TextField label="Last postal code" optional hint="May be the same" {...form.field('postalTo')} />
        <TextField label="First day" type="date" required {...form.field('validFrom')} />
        <TextField label="Last day" type="date" optional {...form.field('validTo')} />
      </div>
      <fieldset>
        <legend className="sr-only">What else is taxed</legend>
        {FLAGS.map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={flags[name]}
            onChange={(event) => setFlags({ ...flags, [name]: event.target.checked })}
          />
        ))}
      </fieldset>
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

/** What is typed, or nothing if it is blank. */
const typedOr = (text: string) => (text.trim() === '' ? undefined : text)
