import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { listAccounts, promoteToAdmin } from '#contract/accounts.ts'
import type { Account } from '#domain/accounts/account.ts'
import { api, ApiProblem, problemText } from '../../api-client.ts'
import { LoadProblem } from '../../components/load-problem.tsx'
import { LoadedList, promised } from '../../components/loaded-list.tsx'
import { PageHeading } from '../../components/page-heading.tsx'
import { sortText, useListAddress } from '../../list-address.ts'
import { loadRows } from '../../load-rows.ts'
import { requireAdmin } from '../../require-session.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusRow } from '../../ui/focus-row.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Table } from '../../ui/table.tsx'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import { useOptimisticRows } from '../../ui/use-optimistic-rows.ts'
import type { Route } from './+types/make-admin'
import { accountColumns } from './account-columns.tsx'
import {
  type AccountListView,
  readAccountListView,
  sortedAccounts,
  STEP,
  wantedAccounts,
} from './account-list.ts'

const TITLE = 'Make an Admin'

export const meta = () => [{ title: `${TITLE} · Driveline` }]

/** The users that the address asks for, searched by the API. */
function loadAccounts(view: AccountListView): Promise<readonly Account[]> {
  return loadRows((page) => api(listAccounts, { query: { ...page, q: view.q } }), wantedAccounts(view))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: promised(loadAccounts(readAccountListView(new URL(request.url).searchParams))) }
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
        lead="Admins see every order and customer, and change what is sold. It cannot be undone here."
      />
      <LoadedList label="Loading users" list={loaderData.list}>
        {(loaded) => <AccountList loaded={loaded} />}
      </LoadedList>
    </>
  )
}

function AccountList({ loaded }: { loaded: readonly Account[] }) {
  const { rows: accounts, attempt } = useOptimisticRows(loaded)
  const { query, change, pending } = useListAddress()
  const view = readAccountListView(query)
  const rows = sortedAccounts(accounts, view.sort).slice(0, view.shown)
  const more = loaded.length > view.shown
  const [asked, setAsked] = useState<Account | null>(null)
  const { revalidate } = useRevalidator()
  const list = useRef<HTMLDivElement>(null)

  const promote = async (account: Account) => {
    setAsked(null)
    focusRow(list.current, rows.indexOf(account) + 1)
    try {
      await attempt(account._id, { ...account, role: 'admin' }, () =>
        api(promoteToAdmin, { params: { email: account.email } }),
      )
      toastSuccess('Make Admin successfully')
    } catch (error) {
      const forbidden = error instanceof ApiProblem && error.status === 403
      toastError(forbidden ? 'Failed to Add New Admin' : `Failed to Add New Admin. ${problemText(error)}`)
      void revalidate()
    }
  }

  return (
    <>
      <div className="flex flex-col gap-5">
        <SearchField
          label="Search users"
          placeholder="Name or email"
          value={view.q}
          onSearch={(q) => change({ q, shown: null }, { replace: true })}
        />
        <div
          ref={list}
          tabIndex={-1}
          aria-busy={pending}
          className={classNames('outline-none', pending && 'opacity-60 transition-opacity delay-300')}
        >
          {rows.length === 0 ? (
            <EmptyState title="No user matches" text="Search for part of a name or an email address.">
              <Button onClick={() => change({ q: null, shown: null })}>Show all users</Button>
            </EmptyState>
          ) : (
            <Table
              caption="Users"
              rows={rows}
              rowKey={(account) => account._id}
              sort={view.sort}
              onSort={(sort) => change({ sort: sortText(sort) })}
              columns={accountColumns(setAsked)}
            />
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-ink-soft tabular-nums">
            {rows.length > 0 &&
              `${more ? 'The first ' : ''}${rows.length} ${rows.length === 1 ? 'user' : 'users'}`}
          </p>
          {more && (
            <Button
              busy={pending}
              onClick={() => change({ shown: String(view.shown + STEP) }, { replace: true })}
            >
              Show more users
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asked !== null}
        title="Make an admin?"
        variant="primary"
        message={
          <>
            <p>Are you sure? you want to make {asked?.name || asked?.email} an admin!!</p>
            <p className="mt-2 text-ink-soft">
              {asked?.email} will see all orders and customers, and can add, change and delete products.
              {asked?.emailVerified === false && ' This takes effect once the email address is verified.'}
            </p>
          </>
        }
        cancelLabel="Cancel"
        confirmLabel="Make Admin"
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void promote(asked)}
      />
    </>
  )
}
