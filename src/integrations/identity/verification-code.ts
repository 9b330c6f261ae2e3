import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/**
 * The code in the link of a verification email. Only its hash is stored, so that read access to the database
 * verifies no address. It works any number of times until it expires, since mail filters open links too.
 * @param email normalized.
 */
export async function createVerificationCode(db: Database, email: string, seconds: number): Promise<string> {
  const code = randomBytes(16).toString('base64url')
  await sql`
    insert into identity.verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
    values (${randomUUID()}, ${identifierOf(code)}, ${email}, now() + make_interval(secs => ${seconds}::integer), now(), now())`.execute(
    db,
  )
  return code
}

/**
 * The account whose mailbox a code proves; null if the code is unknown or has expired, or the account is
 * gone.
 */
export async function accountOfCode(
  db: Database,
  code: string,
): Promise<{ id: string; email: string; emailVerified: boolean } | null> {
  const { rows } = await sql<{ id: string; email: string; emailVerified: boolean }>`
    select u.id, u.email, u."emailVerified" from identity.verification v join identity."user" u on u.email = v.value
    where v.identifier = ${identifierOf(code)} and v."expiresAt" > now()`.execute(db)
  return rows[0] ?? null
}

/** The prefix stays "confirm-email": codes sent before an upgrade are stored under it. */
function identifierOf(code: string): string {
  return `confirm-email:${hash('sha256', code, 'base64url')}`
}
