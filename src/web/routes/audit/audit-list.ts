import { type AuditEntry, ListAuditQuery } from '#domain/audit/audit.ts'
import { type ListPages, readShown } from '../../components/admin-list/list-pages.ts'

/** Rows at first and in the end. */
export const PAGES: ListPages = { step: 50, most: 5000 }

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
    shown: readShown(query, PAGES),
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
