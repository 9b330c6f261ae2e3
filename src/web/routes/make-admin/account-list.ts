import type { Account } from '#domain/accounts/account.ts'
import { ROLES } from '#domain/accounts/viewer.ts'
import { type ListPages, MAX_SORTED, readListView } from '../../components/admin-list/list-pages.ts'
import { readSort } from '../../components/admin-list/list-url-state.ts'
import { type SortKeys, sortedRows } from '../../components/admin-list/sorted-rows.ts'

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

/** The users to show, in view order; admins come before customers. */
export function accountsInView(accounts: readonly Account[], { sort, shown }: AccountListView) {
  return { rows: sortedRows(accounts, sort, sortKeys).slice(0, shown) }
}
