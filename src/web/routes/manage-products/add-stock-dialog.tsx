import { AddStockInput, MAX_PIECES, type ManagedProduct } from '#domain/products/product.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { NumberField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { useForm } from '../../ui/use-form.ts'
import { ChangePreview } from './change-preview.tsx'

/**
 * Asks how many units to add to each product and previews the new stock. `onAdd` receives a quantity valid
 * for all of them and resolves to whether all were changed. The input is cleared only on success or cancel.
 */
export function AddStockDialog({
  open,
  products,
  onClose,
  onAdd,
}: {
  open: boolean
  products: readonly ManagedProduct[]
  onClose: () => void
  onAdd: (quantity: number) => Promise<boolean>
}) {
  const read = ({ quantity }: Record<'quantity', string>) => ({ quantity: parseNumber(quantity) })
  const fitting = AddStockInput.refine(
    ({ quantity }) => products.every(({ available }) => available + quantity <= MAX_PIECES),
    {
      path: ['quantity'],
      error: `A part can have at most ${formatCount(MAX_PIECES)} in stock.`,
    },
  )
  const form = useForm(fitting, { quantity: '' }, { toInput: read, drafts: formDraft('added stock') })
  const added = AddStockInput.safeParse(read(form.values)).data?.quantity
  const cancel = () => {
    onClose()
    form.reset()
  }
  const send = async ({ quantity }: { quantity: number }) => {
    if (await onAdd(quantity)) form.reset()
  }

  if (!open) return null
  return (
    <FormDialog
      onClose={cancel}
      title={`Add stock to ${formatCountOf(products.length, 'product')}`}
      form={form.props(send)}
      submitLabel="Add stock"
    >
      <NumberField
        label="Add to each"
        inputMode="numeric"
        required
        className="max-w-40"
        {...form.field('quantity')}
      />
      <ChangePreview products={products} previewOf={({ available }) => stockPreview(available, added)} />
    </FormDialog>
  )
}

function stockPreview(available: number, added: number | undefined) {
  const before = formatCount(available)
  if (added === undefined) return { before }
  const after = available + added
  return after > MAX_PIECES ? { before, problem: 'too many' } : { before, after: formatCount(after) }
}
