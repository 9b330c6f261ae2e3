import { readFilters } from '#domain/search/facets.ts'
import type { ProductSort } from '#domain/search/sorts.ts'
import { readPageParam, readTextParam } from '#domain/shared/url-params.ts'
import { vehicleFromQuery } from '#domain/vehicles/chosen-vehicle.ts'
import * as paths from '#paths.ts'

/** The sort orders, by their value in the URL. The first is the default: without words it is newest first. */
const sorts = [
  { sort: 'best', label: 'Best match' },
  { sort: 'newest', label: 'Newest' },
  { sort: 'price', label: 'Lowest price' },
  { sort: '-price', label: 'Highest price' },
  { sort: 'name', label: 'Name' },
] as const satisfies readonly { sort: ProductSort; label: string }[]

/** The sort orders that a list offers. Without words there is no best match: the newest come first. */
export function sortsOf(search: ProductSearch) {
  const [best, newest, ...others] = sorts
  const first = search.q === '' ? [{ ...newest, sort: best.sort }] : [best, newest]
  const chosen = search.q === '' && search.sort === 'newest' ? 'best' : search.sort
  return [...first, ...others].map((order) => ({ ...order, isChosen: order.sort === chosen }))
}

/** A search for parts, as its URL has it. */
export type ProductSearch = ReturnType<typeof readProductSearch>

/** Parses a query; invalid values are ignored. An empty string means no filter; `page` counts from 1. */
export function readProductSearch(search: URLSearchParams) {
  return {
    q: readTextParam(search, 'q'),
    ...readFilters(search),
    sort: sorts.find(({ sort }) => sort === search.get('sort'))?.sort ?? 'best',
    page: readPageParam(search, 'page', 10_000),
    vehicle: vehicleFromQuery(search),
    /** `all`: the vehicle does not filter; the list says which parts fit it. */
    fit: search.get('fit') === 'all' ? ('all' as const) : ('' as const),
    /** A grid of cards in place of rows. */
    view: search.get('view') === 'grid' ? ('grid' as const) : ('' as const),
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

/** The URL of a page of a search's list. */
export const searchPagePath = (search: ProductSearch) => (page: number) => partsPath(search, { page })
