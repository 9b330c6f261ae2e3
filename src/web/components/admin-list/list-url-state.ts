import { useLocation, useNavigation, useSearchParams } from 'react-router'
import type { Sort } from '../../ui/table.tsx'

/** An order in the address: `price` ascending, `-price` descending. */
export function sortText({ key, direction }: Sort): string {
  return direction === 'descending' ? `-${key}` : key
}

/** The order that the address asks for; undefined for none, and for columns that cannot be sorted. */
export function readSort(text: string | null, sortable: readonly string[]): Sort | undefined {
  const key = text?.replace(/^-/, '') ?? ''
  if (!sortable.includes(key)) return undefined
  return { key, direction: text?.startsWith('-') ? 'descending' : 'ascending' }
}

/** A whole number from 1 in the address, such as a page; `otherwise` for everything else. */
export function readCount(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : otherwise
}

/** The query with some of it changed; null and '' take a name out. */
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
 * What a list shows (search, filter, order, page), kept in the address so that reload, back and a sent link keep it.
 * `query` is already the one asked for while its rows are `pending`. `change` goes to the changed address without moving the
 * page; `replace` for steps that "back" should not stop at.
 */
export function useListUrlState() {
  const [present, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const pending = location !== undefined && location.pathname === pathname
  const query = pending ? new URLSearchParams(location.search) : present
  const leaving = location !== undefined && !pending
  const change = (changes: Readonly<Record<string, string | null>>, options: { replace?: boolean } = {}) => {
    // A search that starts a moment after somebody pressed a link must not hold them back.
    if (!leaving) setQuery(withChanges(query, changes), { preventScrollReset: true, ...options })
  }
  /** The first so many rows. */
  const show = (rows: number) => change({ shown: String(rows) }, { replace: true })
  return { query, change, show, pending }
}
