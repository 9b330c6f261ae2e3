import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import { readCount, readSearch } from './list-url-state.ts'

/** A list shows `step` rows and `step` more at each "Show more", up to `max`; the search finds the others. */
export type ListPages = { step: number; max: number }

/** How many rows the URL asks for. */
export function parseRowLimit(query: URLSearchParams, { step, max }: ListPages): number {
  return Math.min(max, readCount(query.get('shown'), step))
}

/** The search and the number of rows in the URL, which every list has. */
export function readListView(query: URLSearchParams, pages: ListPages): { q: string; shown: number } {
  return { q: readSearch(query), shown: parseRowLimit(query, pages) }
}

/** The number of rows after "Show more"; null when all `loaded` rows or the maximum are shown. */
export function nextShown(shown: number, loaded: number, { step, max }: ListPages): number | null {
  return loaded > shown && shown < max ? Math.min(max, shown + step) : null
}

/** Fetches the first `shown` rows of the API's list, and one more, which shows whether there are more. */
export function fetchListRows<Row extends { _id: string }>(
  { shown }: { shown: number },
  readPage: (page: { limit: number; after?: string }) => Promise<readonly Row[]>,
): Promise<Row[]> {
  return fetchAllPages(readPage, shown + 1)
}

/** The rows to show of a list in the API's order; see useAdminList. */
export function firstRows<Row>(rows: readonly Row[], { shown }: { shown: number }) {
  return { rows: rows.slice(0, shown) }
}

/**
 * The rows whose filtered value is still the one that they were `loaded` with; others have left the filter.
 * Not those that match the filter in the URL: while the rows of another filter load, the present ones stay.
 */
export function unchangedRows<Row extends { _id: string }>(
  loaded: readonly Row[],
  rows: readonly Row[],
  valueOf: (row: Row) => unknown,
): readonly Row[] {
  const before = new Map(loaded.map((row) => [row._id, valueOf(row)]))
  return rows.filter((row) => before.get(row._id) === valueOf(row))
}
