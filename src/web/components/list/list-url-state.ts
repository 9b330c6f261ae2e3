import { useLocation, useNavigation, useSearchParams } from 'react-router'
import type { Sort } from '../../ui/table.tsx'

/** A sort order in the URL: `price` ascending, `-price` descending. */
export function sortText({ key, direction }: Sort): string {
  return direction === 'descending' ? `-${key}` : key
}

/** The sort order of such a text. */
export function readSort(text: string): Sort {
  return { key: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

/** A positive integer in the URL; `otherwise` for anything else. */
export function readCount(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : otherwise
}

/** The search term in the URL, truncated to the API's maximum length. */
export function readSearch(query: URLSearchParams): string {
  return query.get('q')?.trim().slice(0, 100) ?? ''
}

/** Parameters that say how a list is shown, not what is listed. */
const DISPLAY_PARAMS = ['sort', 'shown']

/** The parameters by which a query narrows a list: search and filters. */
export function narrowingKeys(query: URLSearchParams): string[] {
  return [...query.keys()].filter((key) => !DISPLAY_PARAMS.includes(key))
}

/** Parameters with their new values; null and '' delete them. */
type Changes = Readonly<Record<string, string | null>>

/** The query with `changes` applied. */
export function withChanges(query: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/**
 * The state of a list (search, filter, sort, rows), stored in the URL so that reload, Back and a shared link
 * restore it. `query` is already the next one while its rows are `pending`. `change` navigates without
 * scrolling; pass `replace` for steps that should not become history entries.
 */
export function useListUrlState() {
  const [present, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const pending = location !== undefined && location.pathname === pathname
  const query = pending ? new URLSearchParams(location.search) : present
  const leaving = location !== undefined && !pending
  const change = (changes: Changes, options: { replace?: boolean } = {}) => {
    // A debounced search must not cancel a navigation that started after it was typed.
    if (!leaving) setQuery(withChanges(query, changes), { preventScrollReset: true, ...options })
  }
  const narrow = (changes: Changes, options?: { replace?: boolean }) =>
    change({ ...changes, shown: null }, options)
  return {
    query,
    change,
    pending,
    /** The first `count` rows. */
    show: (count: number) => change({ shown: String(count) }, { replace: true }),
    /** Another search or filter, which starts at the first rows. */
    narrow,
    /** Clears the search and every filter. */
    showAll: () => narrow(Object.fromEntries(narrowingKeys(query).map((key) => [key, null]))),
  }
}
