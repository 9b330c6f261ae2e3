import { listAudit } from '#contract/audit.ts'
import type { AuditEntry } from '#domain/audit/audit.ts'
import { api } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/audit'
import { auditColumns, auditCsv } from './audit-columns.tsx'
import { AUDIT_TABS, PAGES, readAuditView } from './audit-list.ts'

const TITLE = 'Audit'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

export const clientLoader = listLoader((url) => {
  const { query, shown } = readAuditView(url)
  return fetchListRows<AuditEntry>({ shown }, (page) => api(listAudit, { query: { ...query, ...page } }))
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function Audit({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="Every change to money, stock, roles, visible reviews, synonyms and undelivered mail: who made it, and when. Nothing here can be changed or deleted."
      list={loaderData.list}
      loading="Loading the audit"
    >
      {(loaded) => <AuditList loaded={loaded} />}
    </ListPage>
  )
}

function AuditList({ loaded }: { loaded: readonly AuditEntry[] }) {
  const { rows, view, list } = useAdminList(loaded, readAuditView)
  return (
    <AdminList
      nouns={['change', 'changes']}
      placeholder="Id or email"
      list={list}
      filters={
        <ListFilter name="kind" label="Filter by what changed" value={view.filter} tabs={AUDIT_TABS} />
      }
      rows={rows}
      columns={auditColumns}
      csv={auditCsv}
      noMatch={{
        title: 'Nothing matches',
        text: 'Search for part of an email address, for an order number, or for the whole id of an order, product, account or transaction.',
        showAll: 'Show everything',
      }}
      pager={{ pages: PAGES, loaded: loaded.length, first: 'The newest' }}
    />
  )
}
