import { PRICE_BAND_KEYS, PRICE_BANDS, type ProductSort } from '#domain/search/product-filters.ts'
import { readPageParam, readTextParam } from '#domain/shared/url-params.ts'
import { vehicleFromQuery } from '#domain/vehicles/chosen-vehicle.ts'
import { POSITIONS } from '#domain/vehicles/position.ts'
import { paths } from '#paths.ts'

/** The sort orders, by their value in the URL. The first is the default: without words it is newest first. */
export const sorts = [
  { key: 'best', label: 'Best match' },
  { key: 'newest', label: 'Newest first' },
  { key: 'price', label: 'Price, lowest first' },
  { key: '-price', label: 'Price, highest first' },
  { key: 'name', label: 'Name' },
] as const satisfies readonly { key: ProductSort; label: string }[]

/** The filters, in the order in which they are shown. */
export const filterNames = ['category', 'position', 'brand', 'price', 'stock'] as const
export type FilterName = (typeof filterNames)[number]

/** A filter's value as shown: "$25 to $50", "In stock". */
export function filterLabel(name: FilterName, value: string): string {
  if (name === 'stock') return 'In stock'
  if (name === 'position') return value.charAt(0).toUpperCase() + value.slice(1)
  const band = name === 'price' && PRICE_BANDS.find(({ key }) => key === value)
  if (!band) return value
  if (band.to === null) return `$${band.from} and up`
  return band.from === 0 ? `Under $${band.to}` : `$${band.from} to $${band.to}`
}

/** The search of the Parts page. */
export type ProductSearch = ReturnType<typeof readProductSearch>

/** Parses a query; invalid values are ignored. An empty string means no filter; `page` counts from 1. */
export function readProductSearch(search: URLSearchParams) {
  const text = (name: string) => readTextParam(search, name)
  return {
    q: text('q'),
    category: text('category'),
    position: POSITIONS.find((position) => position === search.get('position')) ?? '',
    brand: text('brand'),
    price: PRICE_BAND_KEYS.find((key) => key === search.get('price')) ?? '',
    stock: search.get('stock') === 'in' ? 'in' : '',
    sort: sorts.find(({ key }) => key === search.get('sort'))?.key ?? 'best',
    page: readPageParam(search, 'page', 10_000),
    vehicle: vehicleFromQuery(search),
  } as const
}

/** The URL of a search, without default values. Changing anything but the page resets the page. */
export function partsPath(search: ProductSearch, change: Partial<ProductSearch> = {}): string {
  const { vehicle, sort, page, ...filters } = { ...search, page: 1, ...change }
  return paths.search({
    ...vehicle,
    ...filters,
    sort: sort === 'best' ? '' : sort,
    page: page > 1 ? page : '',
  })
}
