import { readFilters } from '#domain/search/facets.ts'
import type { ProductSort } from '#domain/search/sorts.ts'
import { readPageParam, readTextParam } from '#domain/shared/url-params.ts'
import { vehicleFromQuery } from '#domain/vehicles/chosen-vehicle.ts'
import * as paths from '#paths.ts'

/** The sort orders, by their value in the URL. The first is the default: without words it is newest first. */
export const sorts = [
  { key: 'best', label: 'Best match' },
  { key: 'newest', label: 'Newest first' },
  { key: 'price', label: 'Price, lowest first' },
  { key: '-price', label: 'Price, highest first' },
  { key: 'name', label: 'Name' },
] as const satisfies readonly { key: ProductSort; label: string }[]

/** The search of the Parts page. */
export type ProductSearch = ReturnType<typeof readProductSearch>

/** Parses a query; invalid values are ignored. An empty string means no filter; `page` counts from 1. */
export function readProductSearch(search: URLSearchParams) {
  return {
    q: readTextParam(search, 'q'),
    ...readFilters(search),
    sort: sorts.find(({ key }) => key === search.get('sort'))?.key ?? 'best',
    page: readPageParam(search, 'page', 10_000),
    vehicle: vehicleFromQuery(search),
  }
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
