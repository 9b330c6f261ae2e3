import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { AccountsTable } from '#db/schema/accounts.ts'
import { searchPattern } from '../shared/text.ts'
import type { Account } from './account.ts'
import type { Role } from './viewer.ts'

/** An account row as the API returns it. */
export function toAccount(row: Selectable<AccountsTable>): Account {
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    role: roleInForce(row),
    emailVerified: row.email_verified,
    ...(row.education === null ? {} : { education: row.education }),
    ...(row.address === null ? {} : { address: row.address }),
    ...(row.phone === null ? {} : { phone: row.phone }),
    ...(row.linkedin === null ? {} : { linkedIn: row.linkedin }),
  }
}

/** The role in force: an unverified account is never admin, whatever its row says. */
export function roleInForce(row: Pick<Selectable<AccountsTable>, 'role' | 'email_verified'>): Role {
  return row.role === 'admin' && row.email_verified ? 'admin' : 'customer'
}

/**
 * `roleInForce` in SQL: whether this row of `accounts` is an admin. The index accounts_admins has its first
 * condition.
 */
export const IS_ADMIN = sql<boolean>`(role = 'admin' and email_verified)`

/** The account with this normalized email. */
export function findAccountByEmail(db: Database, email: string) {
  return db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
}

/** The searched text of an account. The index accounts_text has the same expression. */
export const SEARCHED_ACCOUNT = sql<string>`(' ' || name || ' ' || email)`

/** Subquery for the ids of accounts whose email contains `text`; one or two letters match only its start. */
export function accountsByEmail(text: string) {
  const pattern = searchPattern(text)
  return sql<string>`select id from accounts where ${SEARCHED_ACCOUNT} ilike ${pattern} and ' ' || email ilike ${pattern}`
}
