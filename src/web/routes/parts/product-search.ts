import { searchText } from '#domain/shared/plain-text.ts'
import { readVehicle } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'

/** The sort orders: the value in the URL, and the label. The first is the default. */
export const sorts = [
  { key: 'newest', label: 'Newest first' },
  { key: 'price', label: 'Price, lowest first' },
  { key: '-price', label: 'Price, highest first' },
  { key: 'name', label: 'Name' },
] as const
export type ProductSort = (typeof sorts)[number]['key']

/** The search of the Parts page. Empty strings are no filter; `page` counts from 1. */
export type ProductSearch = {
  q: string
  category: string
  brand: string
  sort: ProductSort
  page: number
  vehicle: VehicleQuery
}

/** Parses a query; invalid values are ignored. */
export function readProductSearch(search: URLSearchParams): ProductSearch {
  const text = (name: string) => searchText(search, name)
  const page = Number(search.get('page') ?? 1)
  return {
    q: text('q'),
    category: text('category'),
    brand: text('brand'),
    sort: sorts.find(({ key }) => key === search.get('sort'))?.key ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    vehicle: readVehicle(search),
  }
}

/** The URL of a search, without default values. Changing anything but the page resets the page. */
export function partsPath(search: ProductSearch, change: Partial<ProductSearch> = {}): string {
  const { q, category, brand, sort, page, vehicle } = { ...search, page: 1, ...change }
  const wanted = {
    ...vehicle,
    q,
    category,
    brand,
    sort: sort === 'newest' ? '' : sort,
    page: page > 1 ? page : '',
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? '/parts' : `/parts?${query}`
}
