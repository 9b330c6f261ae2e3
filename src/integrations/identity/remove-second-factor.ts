import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '#domain/audit/record-change.server.ts'

/**
 * Removes the second factor of an account and ends its sessions: for a lost phone without backup codes, from
 * the command line only.
 * @param email normalized.
 * @returns false when no account with a second factor has this email.
 */
export async function removeSecondFactor(db: Database, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const result = await sql<{ id: string }>`
      update identity."user" set "twoFactorEnabled" = false, "updatedAt" = now()
      where email = ${email} and "twoFactorEnabled" returning id`.execute(trx)
    const id = result.rows[0]?.id
    if (id === undefined) return false
    await sql`delete from identity."twoFactor" where "userId" = ${id}`.execute(trx)
    await sql`delete from identity.session where "userId" = ${id}`.execute(trx)
    await sql`delete from identity.verification where value = ${id}`.execute(trx)
    await recordChange(trx, { actorId: null, action: 'remove_second_factor', subject: `account:${id}` })
    return true
  })
}
