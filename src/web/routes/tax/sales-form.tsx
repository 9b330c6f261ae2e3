import { useRevalidator } from 'react-router'
import { editSalesSettings, showSalesSettings } from '#contract/sales-settings.ts'
import { type SalesSettings, SalesSettingsSchema } from '#domain/sales/sales-settings.ts'
import { checkState, withStateCode } from '#domain/shared/place-codes.ts'
import { readWeight, weightText } from '#domain/shared/weight.ts'
import { api } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { useUnsavedChanges } from '../../components/use-unsaved-changes.tsx'
import { formDraft } from '../../session/form-drafts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { NumberField, Options, Select, TextField } from '../../ui/field.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { useForm } from '../../ui/use-form.ts'

/** The settings with the fields of the origin among the others, as the form has them. */
const SalesFormSchema = SalesSettingsSchema.omit({ origin: true })
  .extend(SalesSettingsSchema.shape.origin.shape)
  .overwrite(withStateCode)
  .superRefine(checkState)

const PRICES = [
  { key: 'added', label: 'Tax is added to prices' },
  { key: 'contained', label: 'Prices have the tax in them' },
]
const PLAIN_ORDERS = [
  { key: 'all_in', label: 'The price is all that is paid' },
  { key: 'closed', label: 'Not taken: only by the cart' },
]

/** The rules of selling that are the same for every part. */
export function SalesForm({ stored }: { stored: SalesSettings }) {
  const { revalidate } = useRevalidator()
  const form = useForm(SalesFormSchema, textsOf(stored), {
    toInput: (texts) => ({
      revision: stored.revision,
      pricesIncludeTax: texts.pricesIncludeTax === 'contained',
      plainOrders: texts.plainOrders,
      country: texts.country,
      region: texts.region.trim() === '' ? null : texts.region,
      postalCode: texts.postalCode,
      countries: texts.countries.split(/[\s,;]+/).filter(Boolean),
      coreDays: parseNumber(texts.coreDays),
      defaultGrams: readWeight(texts.defaultGrams) ?? Number.NaN,
      taxNumber: texts.taxNumber,
    }),
    drafts: formDraft('sales settings'),
  })
  const unsaved = useUnsavedChanges(form.hasChanges)
  const show = async (fresh: SalesSettings) => {
    form.reset(textsOf(fresh))
    await revalidate()
  }
  const { busy, problem, send } = useMutation(editSalesSettings, {
    form,
    about: 'sales settings',
    done: 'Sales settings saved',
    next: show,
  })
  return (
    <form
      {...form.props(({ country, region, postalCode, ...body }) =>
        send({ body: { ...body, origin: { country, region, postalCode } } }),
      )}
      aria-labelledby="sales"
      className="flex flex-col gap-5"
    >
      <h2 id="sales" className="text-2xl">
        Sales settings
      </h2>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select label="Prices" {...form.field('pricesIncludeTax')}>
          <Options of={PRICES} />
        </Select>
        <Select
          label="Orders without a cart"
          hint="Of one part, from its order form or a program."
          {...form.field('plainOrders')}
        >
          <Options of={PLAIN_ORDERS} />
        </Select>
      </div>
      <fieldset className="grid items-start gap-5 sm:grid-cols-3">
        <legend className="mb-2 font-display text-xl">Sent from</legend>
        <TextField label="Country" required hint="Two letters, such as US" {...form.field('country')} />
        <TextField
          label="State or province"
          optional
          hint="Of the US or Canada, such as IL"
          {...form.field('region')}
        />
        <TextField label="Postal code" optional {...form.field('postalCode')} />
      </fieldset>
      <TextField
        label="Countries to send to"
        required
        hint="Two letters each: US, CA"
        {...form.field('countries')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <NumberField
          label="Days to return a core"
          required
          inputMode="numeric"
          hint="After shipping."
          {...form.field('coreDays')}
        />
        <TextField
          label="Usual weight"
          required
          hint="Of a piece whose own is not known: pounds, or with oz, kg or g."
          {...form.field('defaultGrams')}
        />
      </div>
      <TextField
        label="Tax number"
        optional
        hint="On invoices, such as “EIN 12-3456789”."
        {...form.field('taxNumber')}
      />
      <FormSummary fields={form.invalidFields} />
      {problem && (
        <Alert tone="danger" title="The settings were not saved">
          <p>{problem} What you typed is still here.</p>
          <Button size="sm" className="mt-2" onClick={() => void api(showSalesSettings).then(show)}>
            Load them again
          </Button>
        </Alert>
      )}
      <SaveBar>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Save the settings
        </Button>
        <Button size="lg" disabled={!form.hasChanges} onClick={() => form.reset()}>
          Undo typing
        </Button>
      </SaveBar>
      {unsaved.dialog}
    </form>
  )
}

function textsOf({ pricesIncludeTax, origin: from, ...stored }: SalesSettings) {
  return {
    pricesIncludeTax: pricesIncludeTax ? 'contained' : 'added',
    plainOrders: stored.plainOrders as string,
    country: from.country,
    region: from.region ?? '',
    postalCode: from.postalCode,
    countries: stored.countries.join(', '),
    coreDays: String(stored.coreDays),
    defaultGrams: weightText(stored.defaultGrams),
    taxNumber: stored.taxNumber,
  }
}
