import { type ManagedProduct, RestockInput } from '#domain/products/product.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { NumberField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { useForm } from '../../ui/use-form.ts'
import type { Attempt } from '../../ui/use-optimistic-rows.ts'
import type { Restock } from './use-restock.ts'

/** A product as the dialog shows it. */
export type StockedProduct = Pick<ManagedProduct, '_id' | 'name' | 'available'>

/**
 * Adds received units or removes missing ones; the input remains after a failure. `undoRestock` undoes the
 * change, given the product before it.
 */
export function RestockDialog<Row extends StockedProduct>({
  product,
  attempt,
  restock,
  undoRestock,
  onClose,
}: {
  product: Row
  attempt: Attempt<Row>
  restock: Restock
  undoRestock: (product: Row, quantity: number) => void
  onClose: () => void
}) {
  const form = useForm(
    RestockInput,
    { quantity: '' },
    {
      toInput: ({ quantity }) => ({ quantity: parseNumber(quantity) }),
      drafts: formDraft(`restock ${product._id}`),
    },
  )
  const change = parseNumber(form.values.quantity)
  const after = product.available + (Number.isInteger(change) ? (change ?? 0) : 0)

  const { busy, problem, send } = useMutation(
    ({ quantity }: RestockInput) =>
      attempt(
        product._id,
        stockPatch<Row>(Math.max(0, after)),
        () => restock(product._id, quantity),
        (response) => stockPatch<Row>(response.available),
      ),
    {
      form,
      about: product._id,
      done: ({ available }) => `${product.name}: ${formatCount(available)} available`,
      undo:
        (_, { quantity }) =>
        () =>
          undoRestock(product, quantity),
      next: onClose,
    },
  )

  return (
    <FormDialog
      title="Restock"
      onClose={onClose}
      form={form.props(send)}
      submitLabel="Update stock"
      busy={busy}
    >
      <p>{product.name}</p>
      <NumberField
        label="Add to stock"
        hint="Enter −3 to write off 3"
        inputMode="text"
        required
        className="max-w-40"
        {...form.field('quantity')}
      />
      <p className="tabular-nums">
        {formatCount(product.available)}
        {after !== product.available && (
          <>
            {' → '}
            <strong className={after < 0 ? 'text-danger' : undefined}>{formatCount(after)}</strong>
          </>
        )}{' '}
        available
      </p>
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

const stockPatch = <Row extends StockedProduct>(available: number) => ({ available }) as Partial<Row>
