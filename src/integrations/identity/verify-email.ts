import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/**
 * Verifies the email of an account whose mailbox and session this browser has both proved. Nothing else
 * changes.
 * @param sessionId the account's session in this browser.
 * @returns false, with nothing changed, when the session has ended since or the account is not unverified.
 */
export async function verifyEmail(db: Database, userId: string, sessionId: string | null): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await sql`
      select from identity."user" u where id = ${userId} and not "emailVerified"
      and exists (select from identity.session s where s.id = ${sessionId} and s."userId" = u.id)
      for update`.execute(trx)
    if (found.rows.length === 0) return false
    await sql`update public.accounts set email_verified = true where id = ${userId}`.execute(trx)
    await sql`update identity."user" set "emailVerified" = true, "updatedAt" = now() where id = ${userId}`.execute(
      trx,
    )
    return true
  })
}
