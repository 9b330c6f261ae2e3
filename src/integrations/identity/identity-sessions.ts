import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { IdentityProof } from '#domain/accounts/identity-provider.ts'

/**
 * Who an identity token proves, or null. It is the `token` of the sign-in answer, or the value of the session cookie,
 * which is that token with a signature.
 */
export async function findProofByToken(db: Database, bearer: string): Promise<IdentityProof | null> {
  const token = bearer.split(/\.|%/)[0] ?? ''
  const found = await sql<IdentityProof>`
    select u.id as subject, u.email, u."emailVerified", u.name, s.id as "sessionId"
    from identity.session s join identity."user" u on u.id = s."userId"
    where s.token = ${token} and s."expiresAt" > now()`.execute(db)
  return found.rows[0] ?? null
}

/**
 * Signing in takes a while: a password that was changed or taken away meanwhile opens nothing.
 * @param token of the session that was just begun.
 * @param provedBy the stored hash that the password was checked against.
 * @returns true when that hash is no longer the account's, and the session was ended for it.
 */
export async function endIfOvertaken(
  db: Database,
  token: string,
  provedBy: string | undefined,
): Promise<boolean> {
  const ended = await sql`
    delete from identity.session s where s.token = ${token} and not exists (
      select from identity.account a where a."userId" = s."userId" and a."providerId" = 'credential' and a.password = ${provedBy})
    returning id`.execute(db)
  return ended.rows.length > 0
}
