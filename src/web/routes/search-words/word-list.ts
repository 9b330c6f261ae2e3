import { ListMissedSearchesQuery } from '#domain/search/missed-search.ts'
import { type ListPages, readShown } from '../../components/admin-list/list-pages.ts'

/** Rows at first and in the end. */
export const PAGES: ListPages = { step: 50, most: 2000 }

/** The view in the URL. `shown` counts rows. */
export type WordListView = { q: string; shown: number }

/** Parses the URL; unknown values are ignored. */
export function readWordListView(query: URLSearchParams): WordListView {
  return {
    q: query.get('q')?.trim().slice(0, 100) ?? '',
    shown: readShown(query, PAGES),
  }
}

/** The status in the URL; `open` when it is absent or unknown. */
export function readStatus(query: URLSearchParams): ListMissedSearchesQuery['status'] {
  return ListMissedSearchesQuery.shape.status.catch('open').parse(query.get('status') ?? undefined)
}
