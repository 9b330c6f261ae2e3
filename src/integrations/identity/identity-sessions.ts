import { parse } from 'hono/utils/cookie'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { IdentityProof } from '#domain/accounts/identity-provider.ts'
import { hashToken } from '#domain/accounts/issue-access-token.server.ts'

/**
 * Whose identity a token proves, or null. It is the `token` of the sign-in response, or the value of the
 * session cookie, which is that token with a signature.
 */
export async function findProofByToken(db: Database, bearer: string): Promise<IdentityProof | null> {
  const token = bearer.split(/\.|%/)[0] ?? ''
  const result = await sql<IdentityProof>`
    select u.id as subject, u.email, u."emailVerified", u.name, s.id as "sessionId"
    from identity.session s join identity."user" u on u.id = s."userId"
    where s.token = ${token} and s."expiresAt" > now()`.execute(db)
  return result.rows[0] ?? null
}

/**
 * Whether the password was changed or removed while the sign-in was under way: then it must not open a
 * session.
 * @param email the account.
 * @param startedAt when the sign-in started, `exact` from `databaseTime`: a Date would lose microseconds.
 */
export async function hasPasswordChangedSince(
  db: Database,
  email: string,
  startedAt: string,
): Promise<boolean> {
  const unchanged = await sql`
    select from identity.account a join identity."user" u on u.id = a."userId"
    where u.email = ${email} and a."providerId" = 'credential' and a."updatedAt" < ${startedAt}::timestamptz`.execute(
    db,
  )
  return unchanged.rows.length === 0
}

/**
 * Ends the session that a bearer token belongs to: an identity token, or an access token issued for it.
 * @returns false when it belongs to none.
 */
export async function endSessionOfBearer(db: Database, bearer: string): Promise<boolean> {
  const proof = await findProofByToken(db, bearer)
  const ended = await sql`
    delete from identity.session
    where id = ${proof?.sessionId ?? null}
       or id = (select session_id from access_tokens where token_hash = ${hashToken(bearer)} and expires_at > now())`.execute(
    db,
  )
  return Number(ended.numAffectedRows) > 0
}

/** Ends the session with this token, and with it its access tokens. */
export async function endSession(db: Database, token: string): Promise<void> {
  await sql`delete from identity.session where token = ${token}`.execute(db)
}

/**
 * Whether this response leaves the browser signed in: a password that still needs a code sets the cookie and
 * deletes it again.
 */
export function beginsSession(response: Response): boolean {
  const lines = response.headers.getSetCookie().filter((line) => line.includes('driveline.session_token='))
  return lines.length > 0 && !/session_token=;|max-age=0/i.test(lines.at(-1) ?? '')
}

/** The email of a user, or null. */
async function emailOf(db: Database, userId: string): Promise<string | null> {
  const result = await sql<{ email: string }>`select email from identity."user" where id = ${userId}`.execute(
    db,
  )
  return result.rows[0]?.email ?? null
}

/** The part of Better Auth that knows half-finished sign-ins and mailed links. */
type Verifications = {
  $context: Promise<{
    createAuthCookie: (name: string) => { name: string }
    internalAdapter: {
      findVerificationValue: (identifier: string) => Promise<{ value: string; expiresAt: Date } | null>
    }
  }>
}

/** The email of the account whose password this browser has given and whose code it still needs, or null. */
export async function challengeOf(
  db: Database,
  auth: Verifications,
  headers: Headers,
): Promise<string | null> {
  const { createAuthCookie, internalAdapter } = await auth.$context
  const { name } = createAuthCookie('two_factor')
  const token = parse(headers.get('cookie') ?? '', name)[name]?.split('.')[0]
  const challenge = token ? await internalAdapter.findVerificationValue(token) : null
  return challenge ? emailOf(db, challenge.value) : null
}

/** Whether the token of a mailed link can still set a password. */
export async function isResetTokenUsable(auth: Verifications, token: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context
  const stored = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return stored !== null && new Date(stored.expiresAt) > new Date()
}

/** Deletes expired sessions and links, and old records of ended sign-ins. Called by the jobs. */
export async function deleteExpiredSessions({ db }: { db: Database }): Promise<void> {
  await sql`delete from identity.session where "expiresAt" < now()`.execute(db)
  await sql`delete from identity.verification where "expiresAt" < now()`.execute(db)
  // Longer than any session of a hosted provider lasts here without being used.
  await sql`delete from identity.ended_sign_in where ended_at < now() - interval '90 days'`.execute(db)
}
