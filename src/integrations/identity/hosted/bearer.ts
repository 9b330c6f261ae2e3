import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { IdentityProof } from '#domain/accounts/identity-provider.ts'
import { hashToken } from '#domain/accounts/issue-access-token.server.ts'
import { LOG_IN_FIRST } from '#domain/accounts/viewer.ts'
import { type Outcome, refused } from '#domain/shared/outcome.ts'
import { type Accounts, endHostedSession, endSignIn, openHostedSession } from './hosted-accounts.ts'
import type { VerifyIdToken } from './id-tokens.ts'

/**
 * The identity that an ID token proves.
 * @param minutes how long its sign-in is remembered here without an access token being asked for.
 */
export async function proveByIdToken(
  accounts: Accounts,
  verify: VerifyIdToken,
  bearer: string,
  minutes: number,
): Promise<Outcome<IdentityProof>> {
  const signIn = await verify(bearer)
  if (!signIn) return refused('unauthenticated', LOG_IN_FIRST)
  return openHostedSession(accounts, signIn.person, { id: signIn.signInId, cookieHash: null, minutes })
}

/**
 * Ends the session of an access token, or of an ID token: then also for ID tokens that are issued for the
 * same sign-in later.
 * @returns whether it was a token with a session.
 */
export async function endBearerSession(
  db: Database,
  verify: VerifyIdToken,
  bearer: string,
): Promise<boolean> {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from access_tokens
    where token_hash = ${hashToken(bearer)} and expires_at > now() and session_id is not null`.execute(db)
  if (rows[0]) return endHostedSession(db, rows[0].session_id)
  const signIn = await verify(bearer)
  if (signIn) await endSignIn(db, signIn.signInId)
  return signIn !== null
}
