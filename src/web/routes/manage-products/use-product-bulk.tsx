import { type RefObject, useState } from 'react'
import { deleteProduct } from '#contract/products.ts'
import type { Product } from '#domain/products/product.ts'
import { api } from '../../api-client.ts'
import { useBulk } from '../../components/bulk/use-bulk.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { Attempt } from '../../ui/use-optimistic-rows.ts'

/** Deleting many products: the selection and the bar for AdminList, and the question to put below it. */
export function useProductBulk(
  rows: readonly Product[],
  { attempt, list }: { attempt: Attempt<Product>; list: RefObject<HTMLDivElement | null> },
) {
  const bulk = useBulk({
    nouns: ['product', 'products'],
    rows,
    attempt,
    list,
    selectable: () => true,
    nameOf: ({ name }) => name,
  })
  const [asking, setAsking] = useState(false)
  const count = bulk.selected.length
  const counted = count === 1 ? '1 product' : `${count} products`
  const confirm = () => {
    setAsking(false)
    void bulk.run({
      rows: bulk.selected,
      becomes: () => null,
      call: ({ _id }) => api(deleteProduct, { params: { id: _id } }),
      past: 'deleted',
    })
  }
  const question = (
    <ConfirmDialog
      open={asking}
      title={`Delete ${counted}?`}
      message={`${counted} will leave the store at once and cannot be ordered any more. Open orders keep their pieces.`}
      cancelLabel="Keep them"
      confirmLabel={`Delete ${counted}`}
      onCancel={() => setAsking(false)}
      onConfirm={confirm}
    />
  )
  const remove = {
    label: `Delete ${count} …`,
    variant: 'danger' as const,
    onPress: () => setAsking(true),
  }
  return { bulk: { ...bulk, actions: [remove] }, question }
}
