import { useLocation, useNavigation, useSearchParams } from 'react-router'
import type { Sort } from '../../ui/table.tsx'

/** A sort order in the URL: `price` ascending, `-price` descending. */
export function sortText({ key, direction }: Sort): string {
  return direction === 'descending' ? `-${key}` : key
}

/** The sort order in the URL; undefined when there is none or the column is not sortable. */
export function readSort(text: string | null, sortable: readonly string[]): Sort | undefined {
  const key = text?.replace(/^-/, '') ?? ''
  if (!sortable.includes(key)) return undefined
  return { key, direction: text?.startsWith('-') ? 'descending' : 'ascending' }
}

/** A positive integer in the URL, such as a page; `otherwise` for anything else. */
export function readCount(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : otherwise
}

/** The query with `changes` applied; null and '' delete a parameter. */
export function withChanges(
  query: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/**
 * The state of a list (search, filter, sort, page), stored in the URL so that reload, Back and a shared link restore it.
 * `query` is already the next one while its rows are `pending`. `change` navigates without scrolling; pass `replace` for steps
 * that should not become history entries.
 */
export function useListUrlState() {
  const [present, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const pending = location !== undefined && location.pathname === pathname
  const query = pending ? new URLSearchParams(location.search) : present
  const leaving = location !== undefined && !pending
  const change = (changes: Readonly<Record<string, string | null>>, options: { replace?: boolean } = {}) => {
    // A debounced search must not cancel a navigation that started after it was typed.
    if (!leaving) setQuery(withChanges(query, changes), { preventScrollReset: true, ...options })
  }
  /** The first `count` rows. */
  const show = (rows: number) => change({ shown: String(rows) }, { replace: true })
  return { query, change, show, pending }
}
