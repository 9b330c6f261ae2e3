import { normalizeName } from '#domain/products/brand-and-category.ts'
import {
  ListManagedProductsQuery,
  type ManagedProduct,
  STOCK_LEVEL_LABELS,
  stockLevel,
  type StockLevel,
} from '#domain/products/product.ts'
import { type ListPages, readListView } from '../../components/list/list-pages.ts'

/** The filters by stock; `hidden`: not on sale. */
export type StockFilter = StockLevel | 'hidden'

export const STOCK_LABELS: Record<StockFilter, string> = {
  ...STOCK_LEVEL_LABELS,
  hidden: 'Hidden',
}

export const PAGES: ListPages = { step: 25, max: 2000 }

/** Every product has exactly one state: hidden, sold out, low, or in stock. */
export function stockFilterOf(
  product: Pick<ManagedProduct, 'available' | 'minOrder' | 'hidden'>,
): StockFilter {
  return product.hidden ? 'hidden' : stockLevel(product)
}

export type ProductListView = ReturnType<typeof readProductListView>

/**
 * The view in the URL; unknown values are ignored. Without `stock`: all products; without `sort`: newest
 * first. `shown` counts rows.
 */
export function readProductListView(query: URLSearchParams) {
  const { status: stock, sort } = ListManagedProductsQuery.shape
  return { ...readListView(query, PAGES, { stock, sort }), ...readNameFilter(query) }
}

/** The brand and category in the URL; '' means all. */
export function readNameFilter(query: URLSearchParams): { brand: string; category: string } {
  const name = (key: string) => normalizeName(query.get(key)?.slice(0, 100) ?? '')
  return { brand: name('brand'), category: name('category') }
}
