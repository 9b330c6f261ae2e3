import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { findAccountByEmail, roleInForce, toAccount } from './account-queries.server.ts'
import type { Account } from './account.ts'

const NO_SUCH_USER = 'There is no user with this email address.'

/** A profile with its role. Access: its owner and admins (the API checks). Refusals: not_found. */
export async function showAccount(shop: Pick<Shop, 'db'>, email: string): Promise<Outcome<Account>> {
  const row = await findAccountByEmail(shop.db, email)
  return row ? ok(toAccount(row)) : refused('not_found', NO_SUCH_USER)
}

/** Whether this user currently acts as an admin. Access: the user and admins. False for an unknown email. */
export async function showAdminFlag(
  shop: Pick<Shop, 'db'>,
  email: string,
): Promise<Outcome<{ admin: boolean }>> {
  const row = await findAccountByEmail(shop.db, email)
  return ok({ admin: row !== undefined && roleInForce(row) === 'admin' })
}
