import { normalizeName } from '#domain/products/brand-and-category.ts'
import {
  ListManagedProductsQuery,
  type ManagedProduct,
  PRODUCT_SORT_KEYS,
  type ProductCounts,
  STOCK_LEVEL_LABELS,
  stockLevel,
  type StockLevel,
} from '#domain/products/product.ts'
import { type ListPages, readListView, unchangedRows } from '../../components/admin-list/list-pages.ts'
import { readSort } from '../../components/admin-list/list-url-state.ts'

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
  return {
    ...readListView(query, PAGES),
    ...readNameFilter(query),
    stock: ListManagedProductsQuery.shape.status.safeParse(query.get('stock') ?? undefined).data,
    sort: readSort(query.get('sort'), PRODUCT_SORT_KEYS),
  }
}

/** The brand and category in the URL; '' means all. */
export function readNameFilter(query: URLSearchParams): { brand: string; category: string } {
  const name = (key: string) => normalizeName(query.get(key)?.slice(0, 100) ?? '')
  return { brand: name('brand'), category: name('category') }
}

export type LoadedProducts = { products: readonly ManagedProduct[]; counts: ProductCounts }

/**
 * The products to show, and the counts of the filters. `products` are the loaded ones with their optimistic
 * changes: the counts include these, and a product whose state has changed leaves a filter by stock.
 */
export function productsInView(
  loaded: LoadedProducts,
  products: readonly ManagedProduct[],
  { stock, shown }: Pick<ProductListView, 'stock' | 'shown'>,
) {
  const listed = stock ? unchangedRows(loaded.products, products, stockFilterOf) : products
  const countOf = (rows: readonly ManagedProduct[], state: StockFilter) =>
    rows.filter((row) => stockFilterOf(row) === state).length
  const now = (state: StockFilter) =>
    loaded.counts[state] + countOf(products, state) - countOf(loaded.products, state)
  return {
    rows: listed.slice(0, shown),
    counts: {
      all: loaded.counts.all + products.length - loaded.products.length,
      in: now('in'),
      low: now('low'),
      out: now('out'),
      hidden: now('hidden'),
    },
  }
}
