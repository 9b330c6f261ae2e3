import { ACCOUNT_SORT_KEYS } from '#domain/accounts/account.ts'
import { ROLES } from '#domain/accounts/viewer.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'
import { readSort } from '../../components/admin-list/list-url-state.ts'

export const PAGES: ListPages = { step: 25, max: 2000 }

export type AccountListView = ReturnType<typeof readAccountListView>

/**
 * The view in the URL; unknown values are ignored. Without `role`: all users; without `sort`: newest first.
 * `shown` counts rows.
 */
export function readAccountListView(query: URLSearchParams) {
  return {
    ...readListView(query, PAGES),
    role: ROLES.find((role) => role === query.get('role')),
    sort: readSort(query.get('sort'), ACCOUNT_SORT_KEYS),
  }
}
