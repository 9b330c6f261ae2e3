import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/**
 * A short code for the link of a confirmation mail, instead of Better Auth's token of 150 characters. Only its hash is stored, so that
 * read access to the database confirms no address. It works any number of times until it expires, as the token does (decision 053).
 * @param email normalized.
 */
export async function createConfirmationCode(db: Database, email: string, seconds: number): Promise<string> {
  const code = randomBytes(16).toString('base64url')
  await sql`
    insert into identity.verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
    values (${randomUUID()}, ${identifierOf(code)}, ${email}, now() + make_interval(secs => ${seconds}::integer), now(), now())`.execute(
    db,
  )
  return code
}

/** The email that a code confirms; null for one that is unknown or has expired. */
export async function emailOfCode(db: Database, code: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`
    select value from identity.verification where identifier = ${identifierOf(code)} and "expiresAt" > now()`.execute(
    db,
  )
  return rows[0]?.value ?? null
}

function identifierOf(code: string): string {
  return `confirm-email:${hash('sha256', code, 'base64url')}`
}
