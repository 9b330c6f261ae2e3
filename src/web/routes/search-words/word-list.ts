import { ListMissedSearchesQuery } from '#domain/search/missed-search.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'

export const PAGES: ListPages = { step: 50, max: 2000 }

export function readSynonymView(query: URLSearchParams) {
  return readListView(query, PAGES)
}

/** The view of the missed searches in the URL; `open` when the status is absent or unknown. */
export function readMissedView(query: URLSearchParams) {
  const status = ListMissedSearchesQuery.shape.status.catch('open').parse(query.get('status') ?? undefined)
  return { ...readListView(query, PAGES), status }
}
