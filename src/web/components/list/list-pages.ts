import type { z } from 'zod'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import type { RowPatch } from '../../ui/use-optimistic-rows.ts'
import { readCount, readSearch } from './list-url-state.ts'

/** A list shows `step` rows and `step` more at each "Show more", up to `max`; the search finds the others. */
export type ListPages = { step: number; max: number }

/** How many rows the URL asks for. */
export function parseRowLimit(query: URLSearchParams, { step, max }: ListPages): number {
  return Math.min(max, readCount(query.get('shown'), step))
}

/**
 * The view of a list in the URL: the search, the number of rows, and `fields`, such as its filters and sort
 * order, each as its schema of the API has it; undefined for what that refuses.
 */
export function readListView<Fields extends Readonly<Record<string, z.ZodType>>>(
  query: URLSearchParams,
  pages: ListPages,
  fields: Fields,
) {
  const read = Object.entries(fields).map(([name, schema]) => [
    name,
    schema.safeParse(query.get(name) ?? undefined).data,
  ])
  return {
    q: readSearch(query),
    shown: parseRowLimit(query, pages),
    ...(Object.fromEntries(read) as { [Name in keyof Fields]: z.output<Fields[Name]> | undefined }),
  }
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

/** A change of a row in a list filtered by `valueOf`; null, as of a deleted row, if it leaves the filter. */
export function patchInList<Row>(
  row: Row,
  patch: RowPatch<Row>,
  valueOf: (row: Row) => unknown,
): RowPatch<Row> {
  return patch !== null && valueOf({ ...row, ...patch }) !== valueOf(row) ? null : patch
}
