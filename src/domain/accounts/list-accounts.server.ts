import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { newestFirst, searchNewest, sortedPage } from '../shared/newest-first.server.ts'
import { searchPattern } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { IS_ADMIN, SEARCHED_ACCOUNT, toAccount } from './account-queries.server.ts'
import type { Account, ACCOUNT_SORT_KEYS, ListAccountsQuery } from './account.ts'

const sortKeys: Record<(typeof ACCOUNT_SORT_KEYS)[number], RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  email: sql`email`,
  role: sql`not ${IS_ADMIN}`,
}

/**
 * Users, newest first or sorted. Access: admins.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listAccounts(
  shop: Pick<Shop, 'db' | 'searchBulkhead'>,
  query: ListAccountsQuery,
): Promise<Account[]> {
  const { q } = query
  const rows = q
    ? await shop.searchBulkhead('admins', () => findAccounts(shop.db, query, q))
    : await selectAccounts(shop.db, query).execute()
  return rows.map(toAccount)
}

function selectAccounts(db: Database, { role, sort, ...page }: ListAccountsQuery) {
  const all = db.selectFrom('accounts').selectAll().where('closed_at', 'is', null)
  const query = sort
    ? sortedPage(all, 'accounts', sortKeys, { ...page, sort })
    : newestFirst(all, 'accounts', 'created_at', page)
  return role ? query.where(role === 'admin' ? IS_ADMIN : sql<boolean>`not ${IS_ADMIN}`) : query
}

function findAccounts(db: Database, query: ListAccountsQuery, q: string) {
  const matches = sql<boolean>`${SEARCHED_ACCOUNT} ilike ${searchPattern(q)}`
  // As a list of ids, so that the index is used whatever the planner thinks of the pattern.
  const byIndex = () =>
    selectAccounts(db, query)
      .where(sql<boolean>`id = any (array(select id from accounts where ${matches}))`)
      .execute()
  if (query.sort) return byIndex()
  return searchNewest(db, 'created_at', query.limit, {
    newest: (limit) => selectAccounts(db, { ...query, limit }),
    matches,
    byIndex,
  })
}
