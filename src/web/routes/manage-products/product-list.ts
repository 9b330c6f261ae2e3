import { LOW_STOCK_ORDERS, type Product } from '#domain/products/product.ts'
import { readCount, readSort } from '../../components/admin-list/list-url-state.ts'
import type { Sort } from '../../ui/table.tsx'

/** Where a part stands on the shelf, for the one who fills it. */
export type StockFilter = 'in' | 'low' | 'out'

export const STOCK_LABELS: Record<StockFilter, string> = { in: 'In stock', low: 'Low', out: 'Sold out' }

/** Rows on a page of the table. */
export const PAGE_SIZE = 25

/** Sold out, low, or in stock. Every part is exactly one of them. */
export function stockFilterOf(product: { available: number; minOrder: number }): StockFilter {
  if (product.available === 0) return 'out'
  return product.available < LOW_STOCK_ORDERS * product.minOrder ? 'low' : 'in'
}

/** What the table shows, as the address says it. `page` starts at 1. */
export type ProductListView = {
  q: string
  shelf: StockFilter | 'all'
  sort: Sort | undefined
  page: number
}

const sortable = ['name', 'price', 'available', 'minOrder', 'shelf'] as const

/** Reads the address; what it does not know is left out. */
export function readProductListView(query: URLSearchParams): ProductListView {
  const shelf = query.get('stock')
  return {
    q: query.get('q')?.trim() ?? '',
    shelf: shelf === 'in' || shelf === 'low' || shelf === 'out' ? shelf : 'all',
    sort: readSort(query.get('sort'), sortable),
    page: readCount(query.get('page'), 1),
  }
}

/** The rows of one page, how many there are on all pages, and how many each filter lets through for this search. */
export type ProductListPage = {
  rows: readonly Product[]
  /** The rows of all pages. */
  all: readonly Product[]
  total: number
  page: number
  counts: Record<StockFilter | 'all', number>
}

/** Searches, filters, sorts and pages; newest first without an order. A page beyond the end is the last one. */
export function pageOfProducts(products: readonly Product[], view: ProductListView): ProductListPage {
  const words = view.q.toLowerCase().split(/\s+/)
  const found = view.q === '' ? products : products.filter((product) => isAbout(product, words))
  const counts = { all: found.length, in: 0, low: 0, out: 0 }
  for (const product of found) counts[stockFilterOf(product)] += 1
  const kept = view.shelf === 'all' ? found : found.filter((product) => stockFilterOf(product) === view.shelf)
  const page = Math.min(view.page, Math.max(1, Math.ceil(kept.length / PAGE_SIZE)))
  const all = sorted(kept, view.sort)
  return {
    all,
    rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: kept.length,
    page,
    counts,
  }
}

/** Whether every word is somewhere in what names the part. */
function isAbout({ name, brand, category, partNumber }: Product, words: readonly string[]): boolean {
  const text = `${name} ${brand} ${category} ${partNumber}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const emptiestFirst: Record<StockFilter, number> = { out: 0, low: 1, in: 2 }

function sorted(products: readonly Product[], sort: Sort | undefined): readonly Product[] {
  if (!sort) return products
  const compare = comparison(sort.key)
  const direction = sort.direction === 'ascending' ? 1 : -1
  return products.toSorted((a, b) => direction * compare(a, b))
}

function comparison(key: string): (a: Product, b: Product) => number {
  switch (key) {
    case 'price':
      return (a, b) => a.price - b.price
    case 'available':
      return (a, b) => a.available - b.available
    case 'minOrder':
      return (a, b) => a.minOrder - b.minOrder
    case 'shelf':
      return (a, b) => emptiestFirst[stockFilterOf(a)] - emptiestFirst[stockFilterOf(b)]
    default:
      return (a, b) => byName.compare(a.name, b.name)
  }
}
