import { type RefObject, useState } from 'react'
import { deleteProduct, repriceProduct } from '#contract/products.ts'
import type { Product } from '#domain/products/product.ts'
import { type Repricing, repriced } from '#domain/products/reprice.ts'
import { api } from '../../api-client/api-client.ts'
import type { BulkAction } from '../../components/admin-list/bulk/bulk-bar.tsx'
import { useBulk } from '../../components/admin-list/bulk/use-bulk.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { Attempt } from '../../ui/use-optimistic-rows.ts'
import { AddStockDialog } from './add-stock-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'
import type { Restock } from './use-restock.ts'

/**
 * Changing prices, adding stock and deleting of many products: the selection and the bar for AdminList, and the dialogs to put
 * below it. `takeBack` undoes the restocking of one part, given as it was before. `onDone`: after the calls.
 */
export function useProductBulk(
  rows: readonly Product[],
  { attempt, list }: { attempt: Attempt<Product>; list: RefObject<HTMLDivElement | null> },
  restock: Restock,
  onDone: () => void,
) {
  const bulk = useBulk({
    nouns: ['product', 'products'],
    rows,
    attempt,
    list,
    selectable: () => true,
    nameOf: ({ name }) => name,
    onDone,
  })
  const [asked, setAsked] = useState<'price' | 'stock' | 'delete' | null>(null)
  const close = () => setAsked(null)
  const count = bulk.selected.length
  const counted = count === 1 ? '1 product' : `${count} products`

  const reprice = (products: readonly Product[], repricing: Repricing) => {
    close()
    const setPrice = (_id: string, price: number, was: number) =>
      api(repriceProduct, { params: { id: _id }, body: { price, was } })
    // The dialog hands on no price that cannot be.
    const after = ({ price }: Product) => repriced(price, repricing) ?? price
    return bulk.run({
      rows: products,
      becomes: (product) => ({ price: after(product) }),
      call: (product) => setPrice(product._id, after(product), product.price),
      past: 'repriced',
      undo: {
        becomes: ({ price }) => ({ price }),
        call: (product) => setPrice(product._id, product.price, after(product)),
        past: 'back at the old price',
      },
    })
  }

  const stock = (quantity: number) => ({
    becomes: ({ available }: Product) => ({ available: available + quantity }),
    call: ({ _id }: Product) => restock(_id, quantity),
    answered: ({ available }: { available: number }) => ({ available }),
    past: 'restocked',
  })
  const unstock = (quantity: number, parts: number) => ({
    ...stock(-quantity),
    becomes: ({ available }: Product) => ({ available }),
    past: `changed back, ${takenBack(quantity)}${parts === 1 ? '' : ' each'}`,
  })
  const addStock = (quantity: number) => {
    close()
    return bulk.run({ rows: bulk.selected, ...stock(quantity), undo: unstock(quantity, count) })
  }

  const remove = () => {
    close()
    void bulk.run({
      rows: bulk.selected,
      becomes: () => null,
      call: ({ _id }) => api(deleteProduct, { params: { id: _id } }),
      past: 'deleted',
    })
  }

  const dialogs = (
    <>
      <PriceDialog open={asked === 'price'} products={bulk.selected} onClose={close} onChange={reprice} />
      <AddStockDialog open={asked === 'stock'} products={bulk.selected} onClose={close} onAdd={addStock} />
      <ConfirmDialog
        open={asked === 'delete'}
        title={`Delete ${counted}?`}
        message={`${counted} will leave the store at once and cannot be ordered any more. Open orders keep their pieces. It cannot be undone.`}
        cancelLabel="Keep them"
        confirmLabel={`Delete ${counted}`}
        onCancel={close}
        onConfirm={remove}
      />
    </>
  )
  const actions: BulkAction[] = [
    { label: 'Prices …', onPress: () => setAsked('price') },
    { label: 'Add stock …', onPress: () => setAsked('stock') },
    { label: `Delete ${count} …`, variant: 'danger', onPress: () => setAsked('delete') },
  ]
  return {
    bulk: { ...bulk, actions },
    dialogs,
    takeBack: (product: Product, quantity: number) =>
      void bulk.run({ rows: [product], ...unstock(quantity, 1) }),
  }
}

/** What undoing a restock of so many pieces does: `5 pieces taken off`, for found missing ones `1 piece put back`. */
function takenBack(quantity: number): string {
  const pieces = Math.abs(quantity)
  return `${pieces} ${pieces === 1 ? 'piece' : 'pieces'} ${quantity > 0 ? 'taken off' : 'put back'}`
}
