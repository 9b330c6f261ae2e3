import { useState } from 'react'
import { demoteAdmin, listAccounts, promoteToAdmin } from '#contract/accounts.ts'
import { showOverview } from '#contract/orders.ts'
import { listInvitations } from '#contract/staff.ts'
import { type Account, ListAccountsQuery } from '#domain/accounts/account.ts'
import * as paths from '#paths.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { updateSavedSession } from '../../session/session-store.ts'
import { useSession } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { Route } from './+types/make-admin'
import { accountColumns, accountCsv } from './account-columns.tsx'
import { Invitations } from './invitations.tsx'

const TITLE = 'Make an Admin'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const PAGES: ListPages = { step: 25, max: 2000 }

const { role, sort } = ListAccountsQuery.shape
const readView = (query: URLSearchParams) => readListView(query, PAGES, { role, sort })

/** The users of this view, searched, filtered and sorted by the API, and the total counts. */
async function loadAccounts({ shown, ...query }: ReturnType<typeof readView>) {
  const [accounts, overview, invitations] = await Promise.all([
    fetchListRows<Account>({ shown }, (page) => api(listAccounts, { query: { ...page, ...query } })),
    api(showOverview),
    api(listInvitations),
  ])
  return { accounts, counts: overview.users, invitations }
}

export const clientLoader = listLoader((query) => loadAccounts(readView(query)))

export const ErrorBoundary = errorBoundary(TITLE)

export default function MakeAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="Admins see every order and customer, and change what is sold."
      list={loaderData.list}
      loading="Loading users"
    >
      {(list) => <AccountList {...list} />}
    </ListPage>
  )
}

function AccountList({ accounts: loaded, counts, invitations }: Awaited<ReturnType<typeof loadAccounts>>) {
  const { rows, view, act, reload, list } = useAdminList(loaded, readView)
  const [candidate, setCandidate] = useState<Account | null>(null)
  const [leaver, setLeaver] = useState<Account | null>(null)
  const { user } = useSession()
  const isOwn = leaver !== null && leaver.email === user?.email

  const promote = (account: Account) => {
    setCandidate(null)
    void act({
      row: account,
      patch: { role: 'admin' },
      call: () => api(promoteToAdmin, { params: { email: account.email } }),
      done: 'Make Admin successfully',
      failed: (error) =>
        error instanceof ApiProblem && error.status === 403
          ? 'Failed to Add New Admin'
          : `Failed to Add New Admin. ${problemText(error)}`,
    })
  }

  const demote = (account: Account) => {
    setLeaver(null)
    void act({
      row: account,
      patch: { role: 'customer' },
      call: async () => {
        await api(demoteAdmin, { params: { email: account.email } })
        // This page is for admins: it would log its reader out.
        if (account.email === user?.email) {
          updateSavedSession({ role: 'customer' })
          location.assign(paths.dashboard)
        }
      },
      done: `${account.name || account.email} is no longer an admin`,
      failed: (error) => problemText(error),
    })
  }

  return (
    <>
      <Invitations invitations={invitations} onChanged={reload} />
      <AdminList
        nouns={['user', 'users']}
        placeholder="Name or email"
        list={list}
        filters={
          <ListFilter
            name="role"
            label="Filter users by role"
            value={view.role}
            tabs={[
              { key: 'all', label: 'All', count: counts.all },
              { key: 'admin', label: 'Admins', count: counts.admins },
              { key: 'customer', label: 'Customers', count: counts.all - counts.admins },
            ]}
          />
        }
        rows={rows}
        columns={accountColumns(user?.email, setCandidate, setLeaver)}
        sort={view.sort}
        unsorted="Newest first"
        csv={accountCsv}
        noMatch={{
          title: 'No user matches',
          text: 'Search for part of a name or an email address.',
          showAll: 'Show all users',
        }}
        pager={{ pages: PAGES, loaded: loaded.length }}
      />
      {candidate && (
        <ConfirmDialog
          title="Make an admin?"
          variant="primary"
          message={
            <>
              <p>Are you sure? you want to make {candidate.name || candidate.email} an admin!!</p>
              <p className="mt-2 text-ink-soft">
                {candidate.email} will see all orders and customers, and can add, change and delete products.
              </p>
            </>
          }
          cancelLabel="Cancel"
          confirmLabel="Make Admin"
          onCancel={() => setCandidate(null)}
          onConfirm={() => promote(candidate)}
        />
      )}
      {leaver && (
        <ConfirmDialog
          title={isOwn ? 'Give up your admin rights?' : 'Remove admin rights?'}
          message={
            isOwn ? (
              <p>You will be a customer from now on, and another admin has to make you an admin again.</p>
            ) : (
              <p>
                {leaver.name || leaver.email} will be a customer from now on, in every browser where{' '}
                {leaver.email} is logged in. What was changed stays as it is.
              </p>
            )
          }
          cancelLabel="Keep them"
          confirmLabel={isOwn ? 'Give up admin rights' : 'Remove admin rights'}
          onCancel={() => setLeaver(null)}
          onConfirm={() => demote(leaver)}
        />
      )}
    </>
  )
}
