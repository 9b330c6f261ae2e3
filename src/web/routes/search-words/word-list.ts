import { ListMissedSearchesQuery } from '#domain/search/missed-search.ts'
import { readCount } from '../../components/admin-list/list-url-state.ts'

/** The page size. */
export const STEP = 50
/** The maximum number of rows shown; others are found by search. */
const MOST = 2000

/** The view in the URL. `shown` counts rows. */
export type WordListView = { q: string; shown: number }

/** Parses the URL; unknown values are ignored. */
export function readWordListView(query: URLSearchParams): WordListView {
  return {
    q: query.get('q')?.trim().slice(0, 100) ?? '',
    shown: Math.min(MOST, readCount(query.get('shown'), STEP)),
  }
}

/** The status in the URL; `open` when it is absent or unknown. */
export function readStatus(query: URLSearchParams): ListMissedSearchesQuery['status'] {
  return ListMissedSearchesQuery.shape.status.catch('open').parse(query.get('status') ?? undefined)
}
