import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { Account } from './account.ts'
import { findAccountByEmail, roleInForce, toAccount } from './account-queries.server.ts'

const NO_SUCH_USER = 'There is no user with this email address.'

/** A profile with its role. Who may: its owner and admins (the API checks). Refused: not_found. */
export async function showAccount(shop: Shop, email: string): Promise<Outcome<Account>> {
  const row = await findAccountByEmail(shop.db, email)
  return row ? ok(toAccount(row)) : refused('not_found', NO_SUCH_USER)
}

/** Whether this user acts as an admin now. Who may: the user and admins. An unknown email is no admin. */
export async function showAdminFlag(shop: Shop, email: string): Promise<Outcome<{ admin: boolean }>> {
  const row = await findAccountByEmail(shop.db, email)
  return ok({ admin: row !== undefined && roleInForce(row) === 'admin' })
}
