import { type RefObject, useId, useRef, useState } from 'react'
import { type ManagedProduct, RestockInput } from '#domain/products/product.ts'
import { countUnits } from '#domain/products/unit.ts'
import { problemText } from '../../api-client/api-client.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { toastSuccess } from '../../ui/toast-store.ts'
import { readNumber } from '../../ui/read-number.ts'
import { useForm } from '../../ui/use-form.ts'
import type { Attempt } from '../../ui/use-optimistic-rows.ts'
import type { Restock } from './use-restock.ts'

/**
 * Adds received pieces or removes missing ones. Open while there is a `product`; the input remains after a failure. `takeBack` undoes
 * the change, given the product before it.
 */
export function RestockDialog({
  product,
  onClose,
  ...changing
}: {
  product: ManagedProduct | null
  attempt: Attempt<ManagedProduct>
  restock: Restock
  undoRestock: (product: ManagedProduct, quantity: number) => void
  onClose: () => void
}) {
  const formId = useId()
  const first = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  return (
    <FormDialog
      open={product !== null}
      onClose={onClose}
      title="Restock"
      initialFocus={first}
      formId={formId}
      submitLabel="Update stock"
      busy={busy}
    >
      {product && (
        <RestockForm
          key={product._id}
          id={formId}
          product={product}
          {...changing}
          first={first}
          busy={busy}
          onBusy={setBusy}
          onDone={onClose}
        />
      )}
    </FormDialog>
  )
}

function RestockForm({
  id,
  product,
  attempt,
  restock,
  undoRestock,
  first,
  busy,
  onBusy,
  onDone,
}: {
  id: string
  product: ManagedProduct
  attempt: Attempt<ManagedProduct>
  restock: Restock
  undoRestock: (product: ManagedProduct, quantity: number) => void
  first: RefObject<HTMLInputElement | null>
  busy: boolean
  onBusy: (busy: boolean) => void
  onDone: () => void
}) {
  const form = useForm(
    RestockInput,
    { quantity: '' },
    {
      toInput: ({ quantity }) => ({ quantity: readNumber(quantity) }),
      drafts: formDraft(`restock ${product._id}`),
    },
  )
  const [problem, setProblem] = useState('')
  const change = readNumber(form.values.quantity)
  const after = product.available + (Number.isInteger(change) ? (change ?? 0) : 0)

  const send = async ({ quantity }: RestockInput) => {
    if (busy) return
    setProblem('')
    onBusy(true)
    try {
      const { available } = await attempt(
        product._id,
        { available: Math.max(0, after) },
        () => restock(product._id, quantity),
        (answer) => ({ available: answer.available }),
      )
      toastSuccess(`${product.name}: ${available} available`, {
        undo: () => undoRestock(product, quantity),
        about: product._id,
      })
      onDone()
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      onBusy(false)
    }
  }

  return (
    <form id={id} {...form.props(send)} className="flex flex-col gap-4">
      <p>{product.name}</p>
      <TextField
        ref={first}
        label="Add to stock"
        hint={`Use −3 to write off ${countUnits(3, product.unit)}.`}
        inputMode="text"
        autoComplete="off"
        required
        className="max-w-40 tabular-nums"
        {...form.field('quantity')}
      />
      <p className="tabular-nums">
        {product.available} available
        {after !== product.available && (
          <>
            {' → '}
            <strong className={after < 0 ? 'text-danger' : undefined}>{after}</strong>
          </>
        )}
      </p>
      <FormError>{problem}</FormError>
    </form>
  )
}
