import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { listAccounts, promoteToAdmin } from '#contract/accounts.ts'
import { showOverview } from '#contract/orders.ts'
import type { Account } from '#domain/accounts/account.ts'
import type { Role } from '#domain/accounts/viewer.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { AdminList, ShownCount } from '../../components/admin-list/admin-list.tsx'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { LoadedList, withHandledRejection } from '../../components/admin-list/loaded-list.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { useListActions } from '../../components/admin-list/use-list-actions.ts'
import { sortText, useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import { requireAdmin } from '../../session/require-session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/make-admin'
import { accountColumns } from './account-columns.tsx'
import { accountCsv } from './account-csv.ts'
import {
  type AccountListView,
  readAccountListView,
  sortedAccounts,
  PAGES,
  wantedAccounts,
} from './account-list.ts'
import { titled } from '../../layout/public-meta.ts'

const TITLE = 'Make an Admin'

export const handle = { wide: true } satisfies RouteHandle

export const meta = titled(TITLE)

/** The users of this view, searched and filtered by the API, and the total counts. */
async function loadAccounts(view: AccountListView) {
  const { q, role } = view
  const [accounts, overview] = await Promise.all([
    fetchAllPages((page) => api(listAccounts, { query: { ...page, q, role } }), wantedAccounts(view)),
    api(showOverview),
  ])
  return { accounts, counts: overview.users }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: withHandledRejection(loadAccounts(readAccountListView(new URL(request.url).searchParams))) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} />
}

export default function MakeAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={TITLE}
        compact
        lead="Admins see every order and customer, and change what is sold. You can’t undo this here."
      />
      <LoadedList label="Loading users" list={loaderData.list}>
        {(list) => <AccountList {...list} />}
      </LoadedList>
    </>
  )
}

const NOUNS = ['user', 'users'] as const

function AccountList({ accounts: loaded, counts }: Awaited<ReturnType<typeof loadAccounts>>) {
  const { rows: accounts, act, list } = useListActions(loaded)
  const { query, change, show, pending } = useListUrlState()
  const view = readAccountListView(query)
  const rows = sortedAccounts(accounts, view.sort).slice(0, view.shown)
  const [candidate, setCandidate] = useState<Account | null>(null)
  const { revalidate } = useRevalidator()

  const promote = async (account: Account) => {
    setCandidate(null)
    await act(
      {
        row: account,
        patch: { role: 'admin' },
        call: () => api(promoteToAdmin, { params: { email: account.email } }),
        done: 'Make Admin successfully',
        failed: (error) =>
          error instanceof ApiProblem && error.status === 403
            ? 'Failed to Add New Admin'
            : `Failed to Add New Admin. ${problemText(error)}`,
      },
      rows,
    )
    // Reloads the counts and, after a refusal, the user's current state.
    void revalidate()
  }

  return (
    <>
      <AdminList
        nouns={NOUNS}
        placeholder="Name or email"
        q={view.q}
        onSearch={(q) => change({ q, shown: null }, { replace: true })}
        filters={
          <FilterTabs<Role | 'all'>
            label="Filter users by role"
            value={view.role ?? 'all'}
            onChange={(role) => change({ role: role === 'all' ? null : role, shown: null })}
            tabs={[
              { key: 'all', label: 'All', count: counts.all },
              { key: 'admin', label: 'Admins', count: counts.admins },
              { key: 'customer', label: 'Customers', count: counts.all - counts.admins },
            ]}
          />
        }
        rows={rows}
        columns={accountColumns(setCandidate)}
        sort={view.sort}
        onSort={(sort) => change({ sort: sort ? sortText(sort) : null })}
        unsorted="Newest first"
        list={list}
        csv={{ rows, columns: accountCsv }}
        pending={pending}
        empty={
          <EmptyState title="No user matches" text="Search for part of a name or an email address.">
            <Button onClick={() => change({ q: null, role: null, shown: null })}>Show all users</Button>
          </EmptyState>
        }
      >
        <ShownCount
          nouns={NOUNS}
          rows={rows.length}
          shown={view.shown}
          loaded={loaded.length}
          pages={PAGES}
          onShow={show}
          pending={pending}
        />
      </AdminList>
      <ConfirmDialog
        open={candidate !== null}
        title="Make an admin?"
        variant="primary"
        message={
          <>
            <p>Are you sure? you want to make {candidate?.name || candidate?.email} an admin!!</p>
            <p className="mt-2 text-ink-soft">
              {candidate?.email} will see all orders and customers, and can add, change and delete products.
            </p>
          </>
        }
        cancelLabel="Cancel"
        confirmLabel="Make Admin"
        onCancel={() => setCandidate(null)}
        onConfirm={() => candidate && void promote(candidate)}
      />
    </>
  )
}
