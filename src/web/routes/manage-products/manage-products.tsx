import { useState } from 'react'
import { deleteProduct, hideProduct } from '#contract/products.ts'
import type { BrandsAndCategories } from '#domain/products/brand-and-category.ts'
import type { ManagedProduct } from '#domain/products/product.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { useListUrlState } from '../../components/list/list-url-state.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { loadFormNames } from '../../components/product-form/form-names.ts'
import { RestockDialog } from '../../components/restock/restock-dialog.tsx'
import { useRestock } from '../../components/restock/use-restock.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusRow } from '../../ui/focus-row.ts'
import type { Route } from './+types/manage-products'
import { loadAllProducts, loadProducts } from './load-products.ts'
import { NameFilters } from './name-filters.tsx'
import { productColumns, productCsv } from './product-columns.tsx'
import { PAGES, readProductListView, STOCK_LABELS, stockFilterOf } from './product-list.ts'
import { useProductBulk } from './use-product-bulk.tsx'

const TITLE = 'Manage All Products'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

export const clientLoader = listLoader(async (query) => {
  const [loaded, names] = await Promise.all([loadProducts(readProductListView(query)), loadFormNames()])
  return { loaded, names }
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function ManageProducts({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      actions={
        <>
          <LinkButton to={paths.specifications()}>Specifications</LinkButton>
          <LinkButton variant="primary" to={paths.addProduct()}>
            Add A Product
          </LinkButton>
        </>
      }
      list={loaderData.list}
      loading="Loading products"
    >
      {({ loaded, names }) => <ProductList loaded={loaded} names={names} />}
    </ListPage>
  )
}

function ProductList({
  loaded: { products, counts },
  names,
}: {
  loaded: Awaited<ReturnType<typeof loadProducts>>
  names: BrandsAndCategories | null
}) {
  const adminList = useProductList(products)
  const { rows, view, attempt, reload, list } = adminList
  const { query } = useListUrlState()
  const restock = useRestock()
  const { bulk, dialogs, undoRestock } = useProductBulk(adminList, restock)
  const [productToDelete, setProductToDelete] = useState<ManagedProduct | null>(null)
  const [productToRestock, setProductToRestock] = useState<ManagedProduct | null>(null)

  return (
    <>
      <AdminList
        nouns={['product', 'products']}
        placeholder="Name, brand, part number"
        list={list}
        filters={
          <>
            {names && <NameFilters names={names} />}
            <ListFilter
              name="stock"
              label="Filter products by stock"
              value={view.stock}
              tabs={[
                { key: 'all', label: 'All', count: counts.all },
                { key: 'in', label: STOCK_LABELS.in, count: counts.in },
                { key: 'low', label: STOCK_LABELS.low, count: counts.low },
                { key: 'out', label: STOCK_LABELS.out, count: counts.out },
                { key: 'hidden', label: STOCK_LABELS.hidden, count: counts.hidden },
              ]}
            />
          </>
        }
        rows={rows}
        columns={productColumns({
          search: query.toString(),
          onRestock: setProductToRestock,
          onHide: (product) => changeHidden(adminList, product, !product.hidden),
          onDelete: setProductToDelete,
        })}
        sort={view.sort}
        unsorted="Newest first"
        bulk={bulk}
        csv={productCsv}
        csvRows={{
          count: Math.min(PAGES.max, counts[view.stock ?? 'all']),
          load: () => loadAllProducts(view),
        }}
        noMatch={{
          title: 'No product matches',
          text: 'Search for part of a name, a brand, a category or a part number, or choose another filter.',
          showAll: 'Show all products',
        }}
        none={
          <EmptyState title="No products yet" text="What you add can be ordered at once.">
            <LinkButton variant="primary" to={paths.addProduct()}>
              Add A Product
            </LinkButton>
            <LinkButton to={paths.imports}>Import a file</LinkButton>
          </EmptyState>
        }
        pager={{
          pages: PAGES,
          loaded: products.length,
          hint:
            rows.length === PAGES.max
              ? `Only ${formatCount(PAGES.max)} are shown: search, or choose a category or brand, for the others.`
              : '',
        }}
      />
      {dialogs}
      {productToRestock && (
        <RestockDialog
          product={productToRestock}
          attempt={attempt}
          restock={restock}
          undoRestock={undoRestock}
          onClose={() => {
            setProductToRestock(null)
            reload()
            // With a stock filter the product may have left the list.
            focusRow(
              list.current,
              rows.findIndex(({ _id }) => _id === productToRestock._id),
            )
          }}
        />
      )}
      {productToDelete && (
        <DeleteProductDialog
          product={productToDelete}
          adminList={adminList}
          onClose={() => setProductToDelete(null)}
        />
      )}
    </>
  )
}

type ProductListState = ReturnType<typeof useProductList>

function useProductList(loaded: readonly ManagedProduct[]) {
  return useAdminList(loaded, readProductListView, (product, { stock }) => stock && stockFilterOf(product))
}

/** Hides or publishes a product, with Undo. */
function changeHidden(adminList: ProductListState, product: ManagedProduct, hidden: boolean): void {
  void adminList.act({
    row: product,
    patch: { hidden },
    call: () => api(hideProduct, { params: { id: product._id }, body: { hidden } }),
    done: hidden ? 'Product hidden' : 'Product published',
    undo: () => changeHidden(adminList, product, !hidden),
    failed: (error) => `${product.name} was not ${hidden ? 'hidden' : 'published'}. ${problemText(error)}`,
  })
}

function DeleteProductDialog({
  product,
  adminList,
  onClose,
}: {
  product: ManagedProduct
  adminList: ProductListState
  onClose: () => void
}) {
  const remove = () => {
    onClose()
    void adminList.act({
      row: product,
      patch: null,
      call: () => api(deleteProduct, { params: { id: product._id } }),
      done: 'Product Deleted',
      failed: (error) => `${product.name} was not deleted. ${problemText(error)}`,
    })
  }
  return (
    <ConfirmDialog
      title="Delete this product?"
      message={
        <>
          <p>Are you sure? you want to delete {product.name} from products!!</p>
          <p className="mt-2 text-ink-soft">
            It leaves the store at once and can no longer be ordered. Open orders aren’t affected. You can’t
            undo this.
          </p>
        </>
      }
      confirmLabel="Delete"
      onCancel={onClose}
      onConfirm={remove}
    />
  )
}
