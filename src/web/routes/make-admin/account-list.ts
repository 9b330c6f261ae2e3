import { ROLES, type Role } from '#domain/accounts/viewer.ts'
import type { Account } from '#domain/accounts/account.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'
import { readSort } from '../../components/admin-list/list-url-state.ts'
import type { Sort } from '../../ui/table.tsx'

/** The maximum number of users fetched to sort them in the browser; the API lists them newest first. */
export const MOST_SORTED = 2000
export const PAGES: ListPages = { step: 25, most: MOST_SORTED }

/** The view in the URL. No `role` is all users, no `sort` newest first. `shown` counts rows. */
export type AccountListView = { q: string; role: Role | undefined; sort: Sort | undefined; shown: number }

/** Parses the URL; unknown values are ignored. */
export function readAccountListView(query: URLSearchParams): AccountListView {
  return {
    ...readListView(query, PAGES),
    role: ROLES.find((role) => role === query.get('role')),
    sort: readSort(query.get('sort'), ['name', 'email', 'role']),
  }
}

/** How many users to fetch: one more than is shown, to know whether there are more; all, to sort them. */
export function wantedAccounts({ sort, shown }: AccountListView): number {
  return sort ? MOST_SORTED : shown + 1
}

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The users in view order; admins come before customers. */
export function sortedAccounts(accounts: readonly Account[], sort: Sort | undefined): readonly Account[] {
  if (!sort) return accounts
  const text = (account: Account) =>
    sort.key === 'role' ? account.role : sort.key === 'email' ? account.email : account.name
  const direction = sort.direction === 'ascending' ? 1 : -1
  return accounts.toSorted((a, b) => direction * byText.compare(text(a), text(b)))
}
