import { normalizeName } from '#domain/products/brand-and-category.ts'
import {
  type ManagedProduct,
  type Product,
  STOCK_LEVEL_LABELS,
  stockLevel,
  type StockLevel,
} from '#domain/products/product.ts'
import { normalizePartNumber, possiblePartNumbers } from '#domain/search/part-number.ts'
import { withoutAccents } from '#domain/search/query-words.ts'
import { readCount, readSearch, readSort } from '../../components/admin-list/list-url-state.ts'
import { type SortKeys, sortedRows } from '../../components/admin-list/sorted-rows.ts'

/** The filters by stock; `hidden`: not on sale. */
export type StockFilter = StockLevel | 'hidden'

export const STOCK_LABELS: Record<StockFilter, string> = {
  ...STOCK_LEVEL_LABELS,
  hidden: 'Hidden',
}

export const PAGE_SIZE = 25

/** Every product has exactly one state: hidden, sold out, low, or in stock. */
export function stockFilterOf(
  product: Pick<ManagedProduct, 'available' | 'minOrder' | 'hidden'>,
): StockFilter {
  return product.hidden ? 'hidden' : stockLevel(product)
}

const emptiestFirst: Record<StockFilter, number> = { out: 0, low: 1, in: 2, hidden: 3 }
const sortKeys: SortKeys<ManagedProduct> = {
  name: ({ name }) => name,
  price: ({ price }) => price,
  available: ({ available }) => available,
  minOrder: ({ minOrder }) => minOrder,
  shelf: (product) => emptiestFirst[stockFilterOf(product)],
}

export type ProductListView = ReturnType<typeof readProductListView>

/**
 * The view in the URL; unknown values are ignored. Without `stock`: all products; without `sort`: newest
 * first. `page` starts at 1.
 */
export function readProductListView(query: URLSearchParams) {
  const stock = query.get('stock')
  return {
    q: readSearch(query),
    ...readNameFilter(query),
    stock: stock && Object.hasOwn(STOCK_LABELS, stock) ? (stock as StockFilter) : undefined,
    sort: readSort(query.get('sort'), Object.keys(sortKeys)),
    page: readCount(query.get('page'), 1),
  }
}

/** The brand and category in the URL, by which the store filters; '' means all. */
export function readNameFilter(query: URLSearchParams): { brand: string; category: string } {
  const name = (key: string) => normalizeName(query.get(key)?.slice(0, 100) ?? '')
  return { brand: name('brand'), category: name('category') }
}

/**
 * Searches, filters, sorts and paginates. `all` are the rows of all pages, `counts` the matches of each stock
 * filter. A page beyond the end becomes the last.
 */
export function pageOfProducts(products: readonly ManagedProduct[], view: ProductListView) {
  const terms = withoutAccents(view.q).toLowerCase().split(/\s+/)
  const found = view.q === '' ? products : products.filter((product) => matchesAll(product, terms))
  const counts = { all: found.length, in: 0, low: 0, out: 0, hidden: 0 }
  for (const product of found) counts[stockFilterOf(product)] += 1
  const filtered = view.stock ? found.filter((product) => stockFilterOf(product) === view.stock) : found
  const page = Math.min(view.page, Math.max(1, Math.ceil(filtered.length / PAGE_SIZE)))
  const all = sortedRows(filtered, view.sort, sortKeys)
  return {
    all,
    rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    counts,
  }
}

/** Whether every term occurs in the product's searchable texts, or in its number in another spelling. */
function matchesAll({ name, brand, category, partNumber }: Product, terms: readonly string[]): boolean {
  const text = withoutAccents(`${name} ${brand} ${category} ${partNumber}`).toLowerCase()
  const number = normalizePartNumber(partNumber)
  return terms.every(
    (term) => text.includes(term) || possiblePartNumbers([term]).some((typed) => number.includes(typed)),
  )
}
