import { useId, useRef } from 'react'
import { AddStockInput, MAX_PIECES, type ManagedProduct } from '#domain/products/product.ts'
import { ChangePreview } from './change-preview.tsx'
import { formDraft } from '../../session/form-drafts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { useForm } from '../../ui/use-form.ts'

const count = new Intl.NumberFormat('en-US')

/**
 * Asks how many pieces to add to each product and previews the new stock. `onAdd` receives a quantity valid for all of them and
 * resolves to whether all were changed. The input is cleared only on success or cancel.
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
  const formId = useId()
  const first = useRef<HTMLInputElement>(null)
  const read = ({ quantity }: Record<'quantity', string>) => ({ quantity: readNumber(quantity) })
  const fitting = AddStockInput.refine(
    ({ quantity }) => products.every(({ available }) => available + quantity <= MAX_PIECES),
    {
      path: ['quantity'],
      error: `A part can have at most ${count.format(MAX_PIECES)} in stock.`,
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

  return (
    <FormDialog
      open={open}
      onClose={cancel}
      title={`Add stock to ${products.length === 1 ? '1 product' : `${products.length} products`}`}
      initialFocus={first}
      formId={formId}
      submitLabel="Add stock"
    >
      <form id={formId} {...form.props(send)} className="flex flex-col gap-4">
        <TextField
          ref={first}
          label="Add to each"
          inputMode="numeric"
          autoComplete="off"
          required
          className="max-w-40 tabular-nums"
          {...form.field('quantity')}
        />
        <ChangePreview
          lines={products.map(({ _id, name, available }) => ({
            id: _id,
            name,
            ...stockPreview(available, added),
          }))}
        />
      </form>
    </FormDialog>
  )
}

function stockPreview(available: number, added: number | undefined) {
  const before = count.format(available)
  if (added === undefined) return { before, after: null }
  const after = available + added
  return after > MAX_PIECES
    ? { before, after: null, problem: 'too many' }
    : { before, after: count.format(after) }
}
