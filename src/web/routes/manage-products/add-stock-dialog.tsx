import { type RefObject, useId, useRef } from 'react'
import { AddStockInput, MAX_PIECES, type Product } from '#domain/products/product.ts'
import { ChangePreview } from '../../components/bulk/change-preview.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { useFormCheck } from '../../ui/use-form-check.ts'

const pieces = new Intl.NumberFormat('en-US')

/** Asks how many pieces of each of these parts came in, and shows what will be available. `onAdd` gets a quantity that fits all. */
export function AddStockDialog({
  open,
  products,
  onClose,
  onAdd,
}: {
  open: boolean
  products: readonly Product[]
  onClose: () => void
  onAdd: (quantity: number) => void
}) {
  const formId = useId()
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Add stock to ${products.length === 1 ? '1 product' : `${products.length} products`}`}
      initialFocus={first}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Add stock
          </Button>
        </>
      }
    >
      <AddStockForm id={formId} products={products} first={first} onAdd={onAdd} />
    </Dialog>
  )
}

function AddStockForm({
  id,
  products,
  first,
  onAdd,
}: {
  id: string
  products: readonly Product[]
  first: RefObject<HTMLInputElement | null>
  onAdd: (quantity: number) => void
}) {
  const read = ({ quantity }: Record<'quantity', string>) => ({ quantity: readNumber(quantity) })
  const fitting = AddStockInput.refine(
    ({ quantity }) => products.every(({ available }) => available + quantity <= MAX_PIECES),
    {
      path: ['quantity'],
      error: `A part can have at most ${pieces.format(MAX_PIECES)} pieces on the shelf.`,
    },
  )
  const form = useFormCheck(fitting, { quantity: '' }, read)
  const added = AddStockInput.safeParse(read(form.values)).data?.quantity

  return (
    <form
      id={id}
      noValidate
      onSubmit={form.submit(({ quantity }) => onAdd(quantity))}
      className="flex flex-col gap-4"
    >
      <TextField
        ref={first}
        label="Pieces that came in, of each"
        inputMode="numeric"
        autoComplete="off"
        required
        className="max-w-40 tabular-nums"
        {...form.field('quantity')}
      />
      <ChangePreview
        lines={products.map(({ _id, name, available }) => ({ id: _id, name, ...shelf(available, added) }))}
      />
    </form>
  )
}

function shelf(available: number, added: number | undefined) {
  const before = pieces.format(available)
  if (added === undefined) return { before, after: null }
  const after = available + added
  return after > MAX_PIECES
    ? { before, after: null, problem: 'too many' }
    : { before, after: pieces.format(after) }
}
