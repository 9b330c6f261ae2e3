import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { allowIdleTransaction } from '#db/session-settings.ts'

/** An account with a password that the store itself opens: demo data and tests. */
export type NewIdentity = { email: string; name: string; password: string; emailVerified: boolean }

/**
 * Opens accounts without the sign-up form: no mails, limits or list of common passwords. An existing account
 * stays as it is. Accounts with the same password share one hash, which is fast: for demo data and tests
 * only.
 * @returns the subject of each email.
 */
export async function createIdentities(
  db: Database,
  identities: readonly NewIdentity[],
  hashes = new Map<string, string>(),
): Promise<Map<string, string>> {
  const { hashPassword } = await import('better-auth/crypto')
  for (const { password } of identities) {
    if (!hashes.has(password)) hashes.set(password, await hashPassword(password))
  }
  const subjects = new Map<string, string>()
  await db.transaction().execute(async (trx) => {
    await allowIdleTransaction(trx)
    for (const { email, name, password, emailVerified } of identities) {
      const id = randomUUID()
      const made = await sql<{ id: string }>`
        insert into identity."user" (id, name, email, "emailVerified") values (${id}, ${name}, ${email}, ${emailVerified})
        on conflict (email) do nothing returning id`.execute(trx)
      if (made.rows.length > 0) {
        await sql`insert into identity.account (id, "accountId", "providerId", "userId", password)
          values (${randomUUID()}, ${id}, 'credential', ${id}, ${hashes.get(password)})`.execute(trx)
      }
      const existing = await sql<{
        id: string
      }>`select id from identity."user" where email = ${email}`.execute(trx)
      subjects.set(email, existing.rows[0]?.id ?? id)
    }
  })
  return subjects
}
