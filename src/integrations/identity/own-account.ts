import { randomBytes, randomUUID } from 'node:crypto'
import { serializeSigned } from 'hono/utils/cookie'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { IdentityProof, IdentityResponse } from '#domain/accounts/identity-provider.ts'
import { recordChange } from '#domain/audit/record-change.server.ts'
import { passwordChangedMail } from '#domain/mails/password-changed-mail.ts'
import * as paths from '#paths.ts'
import type { BetterAuth } from './better-auth-instance.ts'
import { closeAccount, isRecentLogin } from './close-account.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { errorOfStatus } from './identity-errors.ts'
import { findKnownAccount, type KnownBrowsers } from './known-browser.ts'

/** The calls by which a person manages the sign-in of the own account. */
export function createOwnAccount(deps: IdentityDeps, auth: BetterAuth, knownBrowsers: KnownBrowsers) {
  const { db, hashing } = deps

  /** The Set-Cookie line of a session, as Better Auth writes it. */
  async function sessionCookie(token: string): Promise<string> {
    const { authCookies, secret, sessionConfig } = await (await auth.instance()).$context
    const { name, attributes } = authCookies.sessionToken
    const { path = '/', secure = false } = attributes
    const maxAge = sessionConfig.expiresIn
    return serializeSigned(name, token, secret, { path, secure, maxAge, httpOnly: true, sameSite: 'Lax' })
  }

  return {
    /** Whether the signed-in account has a password: one that was opened with Google has none. */
    async showSignIn(request: Request): Promise<IdentityResponse> {
      const proof = await auth.prove(request.headers)
      if (!proof) return errorOfStatus(401)
      return Response.json({ hasPassword: (await passwordOf(db, proof.subject)) !== null })
    },

    /** Closes the account by its password or, if it has none, by a recent login. */
    async closeAccount(
      request: Request,
      { password = '' }: Record<string, unknown>,
      address: string,
    ): Promise<IdentityResponse> {
      const proof = await auth.prove(request.headers)
      if (!proof) return errorOfStatus(401)
      const hash = await passwordOf(db, proof.subject)
      if (hash === null) {
        if (!(await isRecentLogin(db, proof))) return errorOfStatus(403, 'LOGIN_TOO_OLD')
      } else if (!(await hashing.verify({ hash, password: String(password) }, address)))
        return errorOfStatus(400, 'INVALID_PASSWORD')
      return closeAccount(deps, proof)
    },

    /**
     * Replaces the password by the current one. All other sessions end, and this one gets a new token; the
     * second factor stays. Nothing is changed if the password or the session was changed at the same moment.
     */
    async changePassword(
      request: Request,
      { currentPassword, newPassword }: Record<string, unknown>,
      address: string,
    ): Promise<IdentityResponse> {
      const proof = await auth.prove(request.headers)
      if (!proof) return errorOfStatus(401)
      if (deps.sharedEmails.includes(proof.email)) return errorOfStatus(403, 'SHARED_ACCOUNT')
      const hash = await passwordOf(db, proof.subject)
      if (hash === null) return errorOfStatus(400, 'NO_PASSWORD')
      if (!(await hashing.verify({ hash, password: String(currentPassword) }, address)))
        return errorOfStatus(400, 'INVALID_PASSWORD')
      // No connection is held while passwords are hashed: the change checks again what was read.
      const newHash = await hashing.hash(String(newPassword), address)
      const token = randomBytes(24).toString('base64url')
      const changed = await db.transaction().execute(async (trx) => {
        if (!(await replacePassword(trx, proof, { hash, newHash, token }))) return false
        await recordChange(trx, {
          actorId: proof.subject,
          action: 'change_password',
          subject: `account:${proof.subject}`,
        })
        const { name: storeName } = await deps.store()
        const mail = { id: `password-changed.${randomUUID()}`, to: proof.email, storeName }
        await deps.mail.send(passwordChangedMail({ ...mail, link: deps.appUrl() + paths.login }), trx)
        return true
      })
      if (!changed) return errorOfStatus(401)
      deps.jobs.wake()
      const response = Response.json({ status: true, token })
      response.headers.append('set-cookie', await sessionCookie(token))
      const account = await findKnownAccount(db, 'id', proof.subject)
      const lines = account ? await knownBrowsers.remember(request.headers, account, true) : []
      for (const line of lines) response.headers.append('set-cookie', line)
      return response
    },
  }
}

/** The hash of the account's password; null if it has none. */
async function passwordOf(db: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string }>`
    select password from identity.account
    where "userId" = ${userId} and "providerId" = 'credential' and password is not null`.execute(db)
  return rows[0]?.password ?? null
}

/**
 * Replaces the hash that was checked, ends the other sessions with their tokens, and renews this one.
 * @returns false, with nothing changed, when password or session is not what it was.
 */
async function replacePassword(
  trx: Database,
  { subject, sessionId }: IdentityProof,
  { hash, newHash, token }: { hash: string; newHash: string; token: string },
): Promise<boolean> {
  // Lock order: the account, then the sessions, then their tokens, as in issuing a token and logging out.
  await sql`select from identity."user" where id = ${subject} for update`.execute(trx)
  await sql`select from public.accounts where id = ${subject} for no key update`.execute(trx)
  const replaced = await sql`
    update identity.account set password = ${newHash}
    where "userId" = ${subject} and "providerId" = 'credential' and password = ${hash}
      and exists (select from identity.session where id = ${sessionId} and "userId" = ${subject})`.execute(
    trx,
  )
  if (Number(replaced.numAffectedRows) === 0) return false
  await sql`delete from identity.session where "userId" = ${subject} and id <> ${sessionId}`.execute(trx)
  await sql`update identity.session set token = ${token}, "updatedAt" = now() where id = ${sessionId}`.execute(
    trx,
  )
  await trx.deleteFrom('access_tokens').where('account_id', '=', subject).execute()
  return true
}
