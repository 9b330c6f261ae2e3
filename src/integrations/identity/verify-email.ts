import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { claimUnverifiedAccount } from './claim-unverified-account.ts'

/**
 * What a verification link does to an unverified account, in one transaction. Every session but
 * `ownSessionId` ends, with its access tokens. Opened in a browser that is not signed in to the account, it
 * only proves the mailbox: then the person who opened the account loses it, password included (see
 * claimUnverifiedAccount).
 * @param email normalized.
 * @param ownSessionId the account's session in the browser that opened the link; null when it has none.
 */
export async function verifyEmail(db: Database, email: string, ownSessionId: string | null): Promise<void> {
  const verified = ownSessionId !== null && (await verifyForSession(db, email, ownSessionId))
  if (!verified) await claimUnverifiedAccount(db, { email })
}

/** False, with nothing changed, when this session has ended since or the account is not unverified. */
async function verifyForSession(db: Database, email: string, sessionId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const result = await sql<{ id: string }>`
      select id from identity."user" u where email = ${email} and not "emailVerified"
      and exists (select from identity.session s where s.id = ${sessionId} and s."userId" = u.id)
      for update`.execute(trx)
    const id = result.rows[0]?.id
    if (id === undefined) return false
    // The same lock order as claimUnverifiedAccount, against deadlocks.
    await sql`update public.accounts set email_verified = true where id = ${id}`.execute(trx)
    await sql`delete from identity.session where "userId" = ${id} and id <> ${sessionId}`.execute(trx)
    await sql`delete from identity.verification where value = ${id}`.execute(trx)
    await sql`delete from public.access_tokens where account_id = ${id} and session_id is distinct from ${sessionId}`.execute(
      trx,
    )
    await sql`update identity."user" set "emailVerified" = true, "updatedAt" = now() where id = ${id}`.execute(
      trx,
    )
    return true
  })
}

/** How long the owner of a verified account without a password may take to choose one. */
const CHOOSE_MS = 30 * 60_000

/** Stores a token as Better Auth stores those of reset emails. */
type StoreVerification = (row: { identifier: string; value: string; expiresAt: Date }) => Promise<unknown>

/**
 * A token for choosing a password, when there is no way to sign in to the verified account yet; else null.
 * Also for a link that is opened a second time: mail filters open links before people do.
 */
export async function tokenForFirstPassword(
  db: Database,
  email: string,
  store: StoreVerification,
): Promise<string | null> {
  const result = await sql<{ id: string }>`
    select id from identity."user" u where email = ${email} and "emailVerified"
    and not exists (select from identity.account where "userId" = u.id)`.execute(db)
  const id = result.rows[0]?.id
  if (id === undefined) return null
  const token = randomBytes(24).toString('base64url')
  await store({
    identifier: `reset-password:${token}`,
    value: id,
    expiresAt: new Date(Date.now() + CHOOSE_MS),
  })
  return token
}
