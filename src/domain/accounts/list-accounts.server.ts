import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import { searchPattern } from '../text.ts'
import type { Account } from './account.ts'
import type { Role } from './viewer.ts'
import { ROLE_IN_FORCE, toAccount } from './account-queries.server.ts'

/**
 * Users, newest first. Who may: admins.
 * @param page.q part of a name or e-mail. `role`: only those. `after`: the _id of the last user already seen. `limit` ≤ 500.
 */
export async function listAccounts(
  shop: Shop,
  page: { q?: string | undefined; role?: Role | undefined; limit: number; after?: string | undefined },
): Promise<Account[]> {
  let query = shop.db.selectFrom('accounts').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (page.q) {
    // As a list of ids, so that the index is used whatever the planner thinks of the pattern.
    const found = sql`select id from accounts where (' ' || name || ' ' || email) ilike ${searchPattern(page.q)}`
    query = query.where(sql<boolean>`id = any (array(${found}))`)
  }
  if (page.role) query = query.where(ROLE_IN_FORCE, '=', page.role)
  if (page.after) {
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from accounts where id = ${page.after})`,
    )
  }
  return (await query.limit(page.limit).execute()).map(toAccount)
}
