import { formatCount } from '#domain/shared/format-count.ts'
import { problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { RestockDialog, type StockedProduct } from './restock-dialog.tsx'
import { useRestock } from './use-restock.ts'

/**
 * The restock dialog on a screen without a list of products; null: closed. `onChanged` reloads what the
 * screen shows, when the dialog closes and after Undo.
 */
export function AdjustStockDialog<Product extends StockedProduct>({
  product,
  onClose,
  onChanged,
}: {
  product: Product | null
  onClose: () => void
  onChanged: () => unknown
}) {
  const restock = useRestock()
  const undo = useMutation(
    ({ _id, quantity }: StockedProduct & { quantity: number }) => restock(_id, -quantity),
    {
      isConcurrent: true,
      about: ({ _id }) => _id,
      done: ({ available }, { name }) => `${name}: back to ${formatCount(available)} available`,
      next: onChanged,
      failed: (error, { name }) => `The stock of ${name} was not changed back. ${problemText(error)}`,
    },
  )
  if (!product) return null
  return (
    <RestockDialog<StockedProduct>
      product={product}
      attempt={(_id, _patch, call) => call()}
      restock={restock}
      undoRestock={(changed, quantity) => void undo.send({ ...changed, quantity })}
      onClose={() => {
        onClose()
        void onChanged()
      }}
    />
  )
}
