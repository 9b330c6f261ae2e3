import { databaseTime } from '#db/database-time.ts'
import {
  type IdentityError,
  type IdentityResponse,
  isIdentityError,
} from '#domain/accounts/identity-provider.ts'
import type { BetterAuth } from './better-auth-instance.ts'
import type { RequestNotes } from './better-auth-options.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { errorOf, usedCodeError, wrongCredentialsError } from './identity-errors.ts'
import { beginsSession, endSession, hasPasswordChangedSince } from './identity-sessions.ts'
import { findKnownAccount, type KnownBrowsers } from './known-browser.ts'

/** Forwards validated calls to Better Auth. */
export function createForwarding(
  { db, limits, mail: mailer, log }: Pick<IdentityDeps, 'db' | 'limits' | 'mail' | 'log'>,
  auth: BetterAuth,
  knownBrowsers: KnownBrowsers,
) {
  /**
   * Forwards a call to Better Auth. Its emails are queued after its transaction: an unreachable mail server
   * never undoes an acknowledged change. A browser that has signed in, or set a password by a mailed link, is
   * a known browser from then on; after a link, not for codes of the second factor.
   */
  async function forward(
    request: Request,
    body: Record<string, unknown> | null,
    noted: RequestNotes,
  ): Promise<IdentityResponse> {
    const response = await auth.handle(request, body, noted)
    if (response.status >= 400) return errorOf(response)
    for (const mail of noted.mails) {
      await mailer.send(mail).catch((error: unknown) => log.error({ err: error }, 'mail could not be queued'))
    }
    const signedIn = beginsSession(response) ? noted.sessionOf : undefined
    const account = await findKnownAccount(db, 'id', noted.resetOf ?? signedIn)
    if (!account) return response
    const remembered = new Response(response.body, response)
    const passedFactor = noted.resetOf === undefined
    for (const cookie of await knownBrowsers.remember(request.headers, account, passedFactor))
      remembered.headers.append('set-cookie', cookie)
    return remembered
  }

  /** Why a sign-in with the right credentials is refused: the account was claimed, or the code was used. */
  async function refusalOf(
    email: string,
    startedAt: string,
    userId: string | undefined,
    code: unknown,
  ): Promise<IdentityError | null> {
    if (await hasPasswordChangedSince(db, email, startedAt)) return wrongCredentialsError
    if (userId === undefined || typeof code !== 'string') return null
    return (await limits.consume('usesPerCode', [userId, code])) ? usedCodeError : null
  }

  /**
   * Forwards a call that signs in: no session opens if the password has changed since its check, and a code
   * opens only one.
   */
  async function signIn(
    request: Request,
    body: Record<string, unknown>,
    noted: RequestNotes,
  ): Promise<IdentityResponse> {
    const startedAt = await databaseTime(db)
    const response = await forward(request, body, noted)
    if (isIdentityError(response)) return response
    const session = (await response.clone().json()) as {
      token?: string
      user?: { id: string; email: string }
    }
    const email = session.user?.email ?? String(body['email'])
    const refusal = await refusalOf(email, startedAt.exact, session.user?.id, body['code'])
    if (!refusal) return response
    if (session.token) await endSession(db, session.token)
    return refusal
  }

  return { forward, signIn }
}
