import { readPageParam } from '#domain/shared/url-params.ts'
import { pathWithQuery } from '#paths.ts'

/** The sort orders of a category's or brand's page; the first is the default. */
export const listingSorts = [
  { key: 'newest', label: 'Newest' },
  { key: 'price', label: 'Lowest price' },
  { key: '-price', label: 'Highest price' },
  { key: 'name', label: 'Name' },
] as const

/** Which of its parts a page shows. `page` counts from 1. */
export type ListingView = { sort: (typeof listingSorts)[number]['key']; page: number }

/** The parameters of a listing's query. */
export const LISTING_QUERY = ['sort', 'page']

/** Parses a query; invalid values are ignored. */
export function readListingPage(search: URLSearchParams): ListingView {
  return {
    sort: listingSorts.find(({ key }) => key === search.get('sort'))?.key ?? 'newest',
    page: readPageParam(search, 'page', 10_000),
  }
}

/** The URL of a page of the listing at `path`; by default, the first page in the default order. */
export function listingPagePath(path: string, { sort = 'newest', page = 1 }: Partial<ListingView>): string {
  return pathWithQuery(path, { sort: sort === 'newest' ? '' : sort, page: page > 1 ? page : '' })
}
