import { type AuditEntry, ListAuditQuery } from '#domain/audit/audit.ts'
import { readCount } from '../../components/admin-list/list-url-state.ts'

/** Rows that are shown at first, and how many more each time. */
export const STEP = 50
/** Rows that are shown at most: the search narrows down what is older. */
const MOST = 5000

/** What the screen shows, as the address says it. `shown` counts rows. */
export type AuditView = Pick<ListAuditQuery, 'kind' | 'subject'> & { q: string; shown: number }

/** Reads the address; what it does not know is left out. */
export function readAuditView(query: URLSearchParams): AuditView {
  const kind = ListAuditQuery.shape.kind.safeParse(query.get('kind') ?? undefined)
  const subject = ListAuditQuery.shape.subject.safeParse(query.get('subject') ?? undefined)
  return {
    kind: kind.data,
    subject: subject.data,
    q: query.get('q')?.trim().slice(0, 100) ?? '',
    shown: Math.min(MOST, readCount(query.get('shown'), STEP)),
  }
}

/** Where an entry's subject can be looked at; null when it is deleted, or not ours. */
export function subjectPath({ kind, id, name, there }: AuditEntry['subject']): string | null {
  if (!there) return null
  if (kind === 'order') return `/dashboard/manageAllOrders?${new URLSearchParams({ q: id })}`
  if (kind === 'product') return `/dashboard/manageProducts/${id}`
  if (kind === 'account') return `/dashboard/makeAdmin?${new URLSearchParams({ q: name })}`
  if (kind === 'review') return `/dashboard/manageReviews?${new URLSearchParams({ q: id })}`
  return null
}
