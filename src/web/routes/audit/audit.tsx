import { useRef } from 'react'
import { listAudit } from '#contract/audit.ts'
import type { AuditEntry, AuditKind } from '#domain/audit/audit.ts'
import { api } from '../../api-client/api-client.ts'
import { AdminList, ShownCount } from '../../components/admin-list/admin-list.tsx'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { LoadedList, withHandledRejection } from '../../components/admin-list/loaded-list.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import { requireAdmin } from '../../session/require-session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/audit'
import { auditColumns } from './audit-columns.tsx'
import { auditCsv } from './audit-csv.ts'
import { type AuditView, readAuditView, PAGES } from './audit-list.ts'
import { titled } from '../../layout/public-meta.ts'

const TITLE = 'Audit'

export const handle = { wide: true } satisfies RouteHandle

export const meta = titled(TITLE)

/** One extra row shows whether there are more. */
function loadEntries({ shown, ...query }: AuditView): Promise<readonly AuditEntry[]> {
  return fetchAllPages((page) => api(listAudit, { query: { ...query, ...page } }), shown + 1)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: withHandledRejection(loadEntries(readAuditView(new URL(request.url).searchParams))) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} />
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={TITLE}
        compact
        lead="Every change of money, stock, roles, shown reviews, synonyms and undelivered mail: who made it, and when. Nothing here can be changed or deleted."
      />
      <LoadedList label="Loading the audit" list={loaderData.list}>
        {(loaded) => <AuditList loaded={loaded} />}
      </LoadedList>
    </>
  )
}

const NOUNS = ['change', 'changes'] as const

function AuditList({ loaded }: { loaded: readonly AuditEntry[] }) {
  const { query, change, show, pending } = useListUrlState()
  const view = readAuditView(query)
  const rows = loaded.slice(0, view.shown)
  const list = useRef<HTMLDivElement>(null)
  return (
    <AdminList
      nouns={NOUNS}
      placeholder="Id or email"
      q={view.q}
      onSearch={(q) => change({ q, shown: null }, { replace: true })}
      filters={
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <FilterTabs<AuditKind | 'all'>
            label="Filter by what changed"
            value={view.kind ?? 'all'}
            onChange={(kind) => change({ kind: kind === 'all' ? null : kind, shown: null })}
            tabs={[
              { key: 'all', label: 'All' },
              { key: 'money', label: 'Money' },
              { key: 'stock', label: 'Stock' },
              { key: 'role', label: 'Roles' },
              { key: 'review', label: 'Reviews' },
              { key: 'search', label: 'Search' },
              { key: 'mail', label: 'Mail' },
              { key: 'difference', label: 'Mismatches' },
            ]}
          />
          <FilterTabs<NonNullable<AuditView['subject']> | 'all'>
            label="Filter by what it is about"
            value={view.subject ?? 'all'}
            onChange={(subject) => change({ subject: subject === 'all' ? null : subject, shown: null })}
            tabs={[
              { key: 'all', label: 'Everything' },
              { key: 'order', label: 'Orders' },
              { key: 'product', label: 'Products' },
              { key: 'account', label: 'Accounts' },
              { key: 'review', label: 'Reviews' },
              { key: 'synonyms', label: 'Synonyms' },
              { key: 'mail', label: 'Mails' },
            ]}
          />
        </div>
      }
      rows={rows}
      columns={auditColumns}
      list={list}
      pending={pending}
      csv={{ rows, columns: auditCsv }}
      empty={
        <EmptyState
          title="Nothing matches"
          text="Search for part of an email address, for an order number, or for the whole id of an order, product, account or transaction."
        >
          <Button onClick={() => change({ q: null, kind: null, subject: null, shown: null })}>
            Show everything
          </Button>
        </EmptyState>
      }
    >
      <ShownCount
        nouns={NOUNS}
        first="The newest"
        rows={rows.length}
        shown={view.shown}
        loaded={loaded.length}
        pages={PAGES}
        onShow={show}
        pending={pending}
      />
    </AdminList>
  )
}
