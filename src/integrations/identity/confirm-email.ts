import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { claimUnverifiedAccount } from './claim-unverified-account.ts'

/**
 * What a verification link does to an unverified account, in one transaction. Every session but `ownSessionId` ends, with its
 * access tokens. Opened in a browser that is not signed in to the account, it proves the mailbox and nothing else: then whoever
 * opened the account with this e-mail loses it, password included (see claimUnverifiedAccount).
 * @param email normalised.
 * @param ownSessionId the account's session of the browser that opened the link; null when it has none.
 */
export async function confirmEmail(db: Database, email: string, ownSessionId: string | null): Promise<void> {
  const kept = ownSessionId !== null && (await confirmForSession(db, email, ownSessionId))
  if (!kept) await claimUnverifiedAccount(db, { email })
}

/** False when this session has ended meanwhile, or the account is not unverified: nothing was changed then. */
async function confirmForSession(db: Database, email: string, sessionId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await sql<{ id: string }>`
      select id from identity."user" u where email = ${email} and not "emailVerified"
      and exists (select from identity.session s where s.id = ${sessionId} and s."userId" = u.id)
      for update`.execute(trx)
    const id = found.rows[0]?.id
    if (id === undefined) return false
    // In the order of claimUnverifiedAccount, so that the two never wait for each other in a circle.
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

/** How long the owner of a confirmed account without a password may take to choose one. */
const CHOOSE_MS = 30 * 60_000

/** Stores what a link of the reset mail has, as Better Auth does. */
type StoreVerification = (row: { identifier: string; value: string; expiresAt: Date }) => Promise<unknown>

/**
 * The token with which the owner of a confirmed account chooses a password, when there is no way to sign in to it yet; else null.
 * Also for a link that is opened again: mail filters open links before people do.
 */
export async function tokenForFirstPassword(
  db: Database,
  email: string,
  store: StoreVerification,
): Promise<string | null> {
  const found = await sql<{ id: string }>`
    select id from identity."user" u where email = ${email} and "emailVerified"
    and not exists (select from identity.account where "userId" = u.id)`.execute(db)
  const id = found.rows[0]?.id
  if (id === undefined) return null
  const token = randomBytes(24).toString('base64url')
  await store({
    identifier: `reset-password:${token}`,
    value: id,
    expiresAt: new Date(Date.now() + CHOOSE_MS),
  })
  return token
}
