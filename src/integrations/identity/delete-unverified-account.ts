import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { eraseCustomers } from '#domain/orders/erase-former-customers.server.ts'
import { forgetAccount, removeIdentity } from './close-account.ts'

/**
 * Deletes an unverified account for the owner of its mailbox, who never opened it: sign-ins, sessions, links
 * and profile. What refers to it, such as its deleted orders, keeps a nameless row; the email is free again.
 * @returns false, with nothing changed, when it is verified, gone, an admin's, or has an order that is not
 * deleted.
 */
export async function deleteUnverifiedAccount(db: Database, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await sql<{ email: string }>`
      select email from identity."user" where id = ${id} and not "emailVerified" for update`.execute(trx)
    const email = found.rows[0]?.email
    if (email === undefined) return false
    // Before the account, as a checkout does.
    await sql`select from public.carts where account_id = ${id} for update`.execute(trx)
    // Orders lock the account too: none can be placed after this check.
    const kept = await sql`select from public.accounts where id = ${id} for update`.execute(trx)
    const held = await sql`select from public.accounts a where id = ${id} and (role = 'admin'
      or exists (select from public.orders where account_id = a.id and deleted_at is null))`.execute(trx)
    if (held.rows.length > 0) return false
    await removeIdentity(trx, { id, email })
    if (kept.rows.length === 0) return true
    await sql`delete from public.reviews where account_id = ${id}`.execute(trx)
    await forgetAccount(trx, id, 'Deleted account')
    await eraseCustomers(trx, id)
    await sql`delete from public.accounts a where id = ${id}
      and not exists (select from public.orders where account_id = a.id)`.execute(trx)
    return true
  })
}
