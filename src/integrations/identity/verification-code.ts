import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/**
 * A short code for the link of a verification email, instead of Better Auth's token of 150 characters. Only
 * its hash is stored, so that read access to the database verifies no address. It works any number of times
 * until it expires, as the token does (decision 053).
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

/** The email that a code verifies; null if the code is unknown or has expired. */
export async function emailOfCode(db: Database, code: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`
    select value from identity.verification where identifier = ${identifierOf(code)} and "expiresAt" > now()`.execute(
    db,
  )
  return rows[0]?.value ?? null
}

/** The prefix stays "confirm-email": codes sent before an upgrade are stored under it. */
function identifierOf(code: string): string {
  return `confirm-email:${hash('sha256', code, 'base64url')}`
}
