import type { Account } from '#domain/accounts/account.ts'
import { ROLES } from '#domain/accounts/viewer.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'
import { readSort } from '../../components/admin-list/list-url-state.ts'
import { type SortKeys, sortedRows } from '../../components/admin-list/sorted-rows.ts'
import type { Sort } from '../../ui/table.tsx'

/** The maximum number of users fetched to sort them in the browser; the API lists them newest first. */
export const MAX_SORTED = 2000
export const PAGES: ListPages = { step: 25, max: MAX_SORTED }

const sortKeys: SortKeys<Account> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => role,
}

export type AccountListView = ReturnType<typeof readAccountListView>

/**
 * The view in the URL; unknown values are ignored. Without `role`: all users; without `sort`: newest first.
 * `shown` counts rows.
 */
export function readAccountListView(query: URLSearchParams) {
  return {
    ...readListView(query, PAGES),
    role: ROLES.find((role) => role === query.get('role')),
    sort: readSort(query.get('sort'), Object.keys(sortKeys)),
  }
}

/** The number of users to fetch: one more than shown, to know whether there are more; all, to sort them. */
export function accountLimit({ sort, shown }: AccountListView): number {
  return sort ? MAX_SORTED : shown + 1
}

/** The users in view order; admins come before customers. */
export function sortedAccounts(accounts: readonly Account[], sort: Sort | undefined): readonly Account[] {
  return sortedRows(accounts, sort, sortKeys)
}
