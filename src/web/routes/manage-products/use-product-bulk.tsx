import { useState } from 'react'
import { deleteProduct, hideProduct, repriceProduct } from '#contract/products.ts'
import type { ManagedProduct, Product } from '#domain/products/product.ts'
import { type Repricing, repriced } from '#domain/products/reprice.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { api } from '../../api-client/api-client.ts'
import type { BulkAction } from '../../components/list/bulk/bulk-bar.tsx'
import { useBulk } from '../../components/list/bulk/use-bulk.ts'
import type { AdminListState } from '../../components/list/use-admin-list.ts'
import type { Restock } from '../../components/restock/use-restock.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { AddStockDialog } from './add-stock-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'

/**
 * Bulk price changes, restocking, hiding and deleting: the selection and actions for AdminList, and the
 * dialogs. `undoRestock` undoes the restocking of one product, given as it was before.
 */
export function useProductBulk(adminList: AdminListState<ManagedProduct>, restock: Restock) {
  const bulk = useBulk({
    nouns: ['product', 'products'],
    adminList,
    selectable: () => true,
    nameOf: ({ name }) => name,
  })
  const [openDialog, setOpenDialog] = useState<'price' | 'stock' | 'delete' | null>(null)
  const close = () => setOpenDialog(null)
  const count = bulk.selected.length
  const counted = formatCountOf(count, 'product')

  const reprice = (products: readonly ManagedProduct[], repricing: Repricing) => {
    close()
    const setPrice = (_id: string, price: number, was: number) =>
      api(repriceProduct, { params: { id: _id }, body: { price, was } })
    // The dialog has validated every price.
    const after = ({ price }: Product) => repriced(price, repricing) ?? price
    return bulk.run({
      rows: products,
      patch: (product) => ({ price: after(product) }),
      call: (product) => setPrice(product._id, after(product), product.price),
      past: 'repriced',
      undo: {
        patch: ({ price }) => ({ price }),
        call: (product) => setPrice(product._id, product.price, after(product)),
        past: 'back at the old price',
      },
    })
  }

  const stock = (quantity: number) => ({
    patch: ({ available }: Product) => ({ available: available + quantity }),
    call: ({ _id }: Product) => restock(_id, quantity),
    past: 'restocked',
  })
  const unstock = (quantity: number, count: number) => ({
    ...stock(-quantity),
    patch: ({ available }: Product) => ({ available }),
    past: `changed back, ${undoText(quantity)}${count === 1 ? '' : ' each'}`,
  })
  const addStock = (quantity: number) => {
    close()
    return bulk.run({ rows: bulk.selected, ...stock(quantity), undo: unstock(quantity, count) })
  }

  const hiding = (hidden: boolean, past: string) => ({
    patch: () => ({ hidden }),
    call: ({ _id }: Product) => api(hideProduct, { params: { id: _id }, body: { hidden } }),
    past,
  })
  const toHide = bulk.selected.filter(({ hidden }) => !hidden)
  const hide = () =>
    void bulk.run({ rows: toHide, ...hiding(true, 'hidden'), undo: hiding(false, 'published again') })
  const toPublish = bulk.selected.filter(({ hidden }) => hidden)
  const publish = () =>
    void bulk.run({ rows: toPublish, ...hiding(false, 'published'), undo: hiding(true, 'hidden again') })

  const remove = () => {
    close()
    void bulk.run({
      rows: bulk.selected,
      patch: () => null,
      call: ({ _id }) => api(deleteProduct, { params: { id: _id } }),
      past: 'deleted',
    })
  }

  const dialogs = (
    <>
      <PriceDialog
        open={openDialog === 'price'}
        products={bulk.selected}
        onClose={close}
        onChange={reprice}
      />
      <AddStockDialog
        open={openDialog === 'stock'}
        products={bulk.selected}
        onClose={close}
        onAdd={addStock}
      />
      {openDialog === 'delete' && (
        <ConfirmDialog
          title={`Delete ${counted}?`}
          message={`${counted} will leave the store at once and can no longer be ordered. Open orders aren’t affected. You can’t undo this.`}
          cancelLabel="Keep them"
          confirmLabel={`Delete ${counted}`}
          onCancel={close}
          onConfirm={remove}
        />
      )}
    </>
  )
  const actions: BulkAction[] = [
    { label: 'Prices…', onPress: () => setOpenDialog('price') },
    { label: 'Add stock…', onPress: () => setOpenDialog('stock') },
    ...(toHide.length > 0 ? [{ label: `Hide ${formatCount(toHide.length)}`, onPress: hide }] : []),
    ...(toPublish.length > 0
      ? [{ label: `Publish ${formatCount(toPublish.length)}`, onPress: publish }]
      : []),
    { label: `Delete ${formatCount(count)}…`, variant: 'danger', onPress: () => setOpenDialog('delete') },
  ]
  return {
    bulk: { ...bulk, actions },
    dialogs,
    undoRestock: (product: ManagedProduct, quantity: number) =>
      void bulk.run({ rows: [product], ...unstock(quantity, 1) }),
  }
}

/** Describes the undo of a restock: `5 units taken off`, or for a negative quantity `1 unit put back`. */
function undoText(quantity: number): string {
  return `${formatCountOf(Math.abs(quantity), 'unit')} ${quantity > 0 ? 'taken off' : 'put back'}`
}
