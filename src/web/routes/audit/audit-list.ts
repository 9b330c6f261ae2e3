import { type AuditEntry, ListAuditQuery } from '#domain/audit/audit.ts'
import { readCount } from '../../components/admin-list/list-url-state.ts'

/** The page size. */
export const STEP = 50
/** The maximum number of rows shown; older ones are found by search. */
const MOST = 5000

/** The view in the URL. `shown` counts rows. */
export type AuditView = Pick<ListAuditQuery, 'kind' | 'subject'> & { q: string; shown: number }

/** Parses the URL; unknown values are ignored. */
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

/** The page of an entry's subject; null when it is deleted or has none. */
export function subjectPath({ kind, id, name, there }: AuditEntry['subject']): string | null {
  if (!there) return null
  if (kind === 'order') return `/dashboard/orders/${id}`
  if (kind === 'product') return `/dashboard/manageProducts/${id}`
  if (kind === 'account') return `/dashboard/makeAdmin?${new URLSearchParams({ q: name })}`
  if (kind === 'review') return `/dashboard/manageReviews?${new URLSearchParams({ q: id })}`
  if (kind === 'synonyms') return `/dashboard/searchWords?${new URLSearchParams({ q: name.slice(0, 100) })}`
  return null
}
