import { countManagedProducts, listManagedProducts } from '#contract/products.ts'
import type { ManagedProduct } from '#domain/products/product.ts'
import { api } from '../../api-client/api-client.ts'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import { PAGES, type ProductListView } from './product-list.ts'

/** The products of this view and the counts of its filters: the API searches, filters, sorts and counts. */
export async function loadProducts(view: ProductListView) {
  const { q, brand, category, shown } = view
  const [products, counts] = await Promise.all([
    fetchProducts(view, shown + 1),
    api(countManagedProducts, { query: { q, brand, category } }),
  ])
  return { products, counts }
}

/** All products of this view, shown or not, up to the maximum of the list. */
export function loadAllProducts(view: ProductListView): Promise<ManagedProduct[]> {
  return fetchProducts(view, PAGES.max)
}

function fetchProducts({ q, brand, category, stock, sort }: ProductListView, wanted: number) {
  const query = { q, brand, category, status: stock, sort }
  return fetchAllPages<ManagedProduct>(
    (page) => api(listManagedProducts, { query: { ...page, ...query } }),
    wanted,
  )
}
