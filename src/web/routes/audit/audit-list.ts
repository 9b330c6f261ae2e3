import type { AuditEntry, ListAuditQuery } from '#domain/audit/audit.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { type ListPages, readListView } from '../../components/list/list-pages.ts'
import type { FilterTab } from '../../ui/filter-tabs.tsx'

export const PAGES: ListPages = { step: 50, max: 5000 }

/** The filters by what changed. `key`: the `kind` in the URL; `query`: the API's. */
export const AUDIT_TABS: readonly (FilterTab<string> & {
  query?: Pick<ListAuditQuery, 'kind' | 'subject'>
})[] = [
  { key: 'all', label: 'All' },
  { key: 'money', label: 'Payments', query: { kind: 'money' } },
  { key: 'orders', label: 'Orders', query: { kind: 'stock', subject: 'order' } },
  { key: 'products', label: 'Products', query: { kind: 'stock', subject: 'product' } },
  { key: 'imports', label: 'Imports', query: { kind: 'stock', subject: 'import' } },
  { key: 'role', label: 'Roles', query: { kind: 'role' } },
  { key: 'review', label: 'Reviews', query: { kind: 'review' } },
  { key: 'search', label: 'Synonyms', query: { kind: 'search' } },
  { key: 'mail', label: 'Mail', query: { kind: 'mail' } },
  { key: 'message', label: 'Inbox', query: { kind: 'message' } },
  { key: 'settings', label: 'Settings', query: { kind: 'settings' } },
  { key: 'difference', label: 'Mismatches', query: { kind: 'difference' } },
]

/** The view in the URL; an unknown filter is ignored. `query` is its API query. */
export function readAuditView(url: URLSearchParams) {
  const tab = AUDIT_TABS.find(({ key }) => key === url.get('kind'))
  const { q, shown } = readListView(url, PAGES, {})
  return { filter: tab?.key, shown, query: { ...tab?.query, q } }
}

/** The settings with a page of their own. */
const SETTINGS_PAGES: ReadonlyMap<string, string> = new Map([
  ['delivery', paths.delivery],
  ['sales', paths.tax],
])

/** The page of an entry's subject; null when it is deleted or has none. */
export function subjectPath({ kind, id, name, there }: AuditEntry['subject']): string | null {
  if (kind === 'category') return paths.specifications()
  if (kind === 'tax_region') return paths.tax
  if (kind === 'settings') return SETTINGS_PAGES.get(id) ?? paths.settings(id)
  if (!there) return null
  if (kind === 'import') return paths.importDetails(id)
  if (kind === 'order') return paths.order(id)
  if (kind === 'product') return paths.manageProduct(id)
  if (kind === 'account') return pathWithQuery(paths.makeAdmin, { q: name })
  if (kind === 'review') return pathWithQuery(paths.manageReviews, { q: id })
  if (kind === 'synonyms') return pathWithQuery(paths.searchWords, { q: name.slice(0, 100) })
  return null
}
