import type { AuditEntry, ListAuditQuery } from '#domain/audit/audit.ts'
import { orderPath } from '#domain/orders/order-path.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'

/** The initial and maximum number of rows. */
export const PAGES: ListPages = { step: 50, max: 5000 }

/** The filters with their labels and API queries. `kind` in the URL. */
const filters = {
  all: ['All', {}],
  money: ['Payments', { kind: 'money' }],
  orders: ['Orders', { kind: 'stock', subject: 'order' }],
  products: ['Products', { kind: 'stock', subject: 'product' }],
  role: ['Roles', { kind: 'role' }],
  review: ['Reviews', { kind: 'review' }],
  search: ['Synonyms', { kind: 'search' }],
  mail: ['Mail', { kind: 'mail' }],
  difference: ['Mismatches', { kind: 'difference' }],
} as const satisfies Record<string, readonly [string, Pick<ListAuditQuery, 'kind' | 'subject'>]>

type AuditFilter = keyof typeof filters

export const AUDIT_TABS = Object.entries(filters).map(([key, [label]]) => ({
  key: key as AuditFilter,
  label,
}))

/** The view in the URL; an unknown filter is ignored. `query` is its API query. */
export function readAuditView(url: URLSearchParams) {
  const kind = url.get('kind') ?? ''
  const filter = Object.hasOwn(filters, kind) ? (kind as AuditFilter) : 'all'
  const { q, shown } = readListView(url, PAGES)
  return { filter, shown, query: { ...filters[filter][1], q } }
}

/** The page of an entry's subject; null when it is deleted or has none. */
export function subjectPath({ kind, id, name, there }: AuditEntry['subject']): string | null {
  if (!there) return null
  if (kind === 'order') return orderPath(id)
  if (kind === 'product') return `/dashboard/manageProducts/${id}`
  if (kind === 'account') return `/dashboard/makeAdmin?${new URLSearchParams({ q: name })}`
  if (kind === 'review') return `/dashboard/manageReviews?${new URLSearchParams({ q: id })}`
  if (kind === 'synonyms') return `/dashboard/searchWords?${new URLSearchParams({ q: name.slice(0, 100) })}`
  return null
}
