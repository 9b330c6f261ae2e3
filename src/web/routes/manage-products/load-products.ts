import { listManagedProducts } from '#contract/products.ts'
import type { ManagedProduct } from '#domain/products/product.ts'
import { api } from '../../api-client/api-client.ts'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import type { ProductListView } from './product-list.ts'

/**
 * The maximum number of products in the table; a larger store shows the newest or those that a search finds.
 */
export const MAX_LISTED = 2_000

/**
 * `searched`: the words that the store searched for; null when the table has every product and searches
 * itself.
 */
export type LoadedProducts = { products: readonly ManagedProduct[]; isCut: boolean; searched: string | null }

/**
 * Loads the products of the view's brand and category, up to MAX_LISTED; of a larger store those that the
 * search finds.
 */
export async function loadProducts({ brand, category, q }: ProductListView): Promise<LoadedProducts> {
  const load = (words: { q?: string }) =>
    fetchAllPages(
      (page) => api(listManagedProducts, { query: { ...page, brand, category, ...words } }),
      MAX_LISTED + 1,
    )
  const newest = await load({})
  if (newest.length <= MAX_LISTED) return { products: newest, isCut: false, searched: null }
  const found = q === '' ? newest : await load({ q })
  return { products: found.slice(0, MAX_LISTED), isCut: found.length > MAX_LISTED, searched: q }
}
