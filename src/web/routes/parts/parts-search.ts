import { searchText } from '#domain/shared/plain-text.ts'
import { readVehicle } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'

/** How the shelf can be sorted: what stands in the address, and what people read. The first is the usual one. */
export const sorts = [
  { key: 'newest', label: 'Newest first' },
  { key: 'price', label: 'Price, lowest first' },
  { key: '-price', label: 'Price, highest first' },
  { key: 'name', label: 'Name' },
] as const
export type PartsSort = (typeof sorts)[number]['key']

/** What the address of the parts page asks for. Blank texts mean no such filter; `page` counts from 1. */
export type PartsSearch = {
  q: string
  category: string
  brand: string
  sort: PartsSort
  page: number
  vehicle: VehicleQuery
}

/** Reads an address. Whatever makes no sense in it counts as not given. */
export function readPartsSearch(search: URLSearchParams): PartsSearch {
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

/** The address of a search, with nothing in it that goes without saying. A change of anything but the page leads to page 1. */
export function partsPath(search: PartsSearch, change: Partial<PartsSearch> = {}): string {
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
