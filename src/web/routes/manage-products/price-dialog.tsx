import type { ManagedProduct } from '#domain/products/product.ts'
import { LARGEST_PRICE, Repricing, repriced, SMALLEST_PRICE } from '#domain/products/reprice.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd, withoutDollarSign } from '#domain/shared/money.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { NumberField, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { useForm } from '../../ui/use-form.ts'
import { ChangePreview } from './change-preview.tsx'

const AMOUNT_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fixed: 'New price in dollars',
    up: 'Increase by %',
    down: 'Decrease by %',
  }),
)

/**
 * Asks how to change the prices of these products and previews each change. `onChange` receives the products
 * whose price differs and resolves to whether all were changed; it is not called while any new price is
 * invalid. The input is cleared only on success or cancel.
 */
export function PriceDialog({
  open,
  products,
  onClose,
  onChange,
}: {
  open: boolean
  products: readonly ManagedProduct[]
  onClose: () => void
  onChange: (products: readonly ManagedProduct[], repricing: Repricing) => Promise<boolean>
}) {
  const form = useForm(
    repricingOf(products),
    { way: 'up', amount: '', rounding: 'cent' },
    { toInput: readRepricing, drafts: formDraft('new prices') },
  )
  const repricing = Repricing.safeParse(readRepricing(form.values)).data
  const cancel = () => {
    onClose()
    form.reset()
  }
  const send = async (change: Repricing) => {
    const changing = products.filter(({ price }) => repriced(price, change) !== price)
    if (await onChange(changing, change)) form.reset()
  }

  if (!open) return null
  return (
    <FormDialog
      onClose={cancel}
      title={`Change prices of ${formatCountOf(products.length, 'product')}`}
      form={form.props(send)}
      submitLabel="Change prices"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Change" {...form.field('way')}>
          <option value="up">Increase by a percentage</option>
          <option value="down">Decrease by a percentage</option>
          <option value="fixed">Set one price</option>
        </Select>
        <NumberField label={AMOUNT_LABELS.get(form.values.way) ?? ''} required {...form.field('amount')} />
        {form.values.way !== 'fixed' && (
          <Select label="Round" {...form.field('rounding')}>
            <option value="cent">To the cent</option>
            <option value="95">To prices ending in .95</option>
          </Select>
        )}
      </div>
      <ChangePreview products={products} previewOf={({ price }) => pricePreview(price, repricing)} />
      <p className="text-sm text-ink-soft">Open orders keep the price that they were placed with.</p>
    </FormDialog>
  )
}

function readRepricing({ way, amount, rounding }: Record<'way' | 'amount' | 'rounding', string>) {
  const number = way === 'fixed' ? withoutDollarSign(amount) : amount.replace(/%\s*$/, '')
  return { way, rounding, amount: parseNumber(number) }
}

/** A change that yields a valid price for every product and a different price for at least one. */
function repricingOf(products: readonly ManagedProduct[]) {
  return Repricing.superRefine((change, context) => {
    const prices = products.map(({ price }) => repriced(price, change))
    const impossible = prices.filter((price) => price === null).length
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['amount'], message })
    if (impossible > 0)
      refuse(
        `${impossible === 1 ? 'One price' : `${formatCount(impossible)} prices`} would not be between ${formatUsd(SMALLEST_PRICE)} and ${formatUsd(LARGEST_PRICE)}.`,
      )
    else if (products.every(({ price }, at) => prices[at] === price)) refuse('No price would change.')
  })
}

function pricePreview(price: number, repricing: Repricing | undefined) {
  const before = formatUsd(price)
  if (!repricing) return { before }
  const after = repriced(price, repricing)
  return after === null ? { before, problem: 'not possible' } : { before, after: formatUsd(after) }
}
