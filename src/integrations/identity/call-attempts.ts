import type { TooMany } from '#db/rate-limits.ts'
import { type Attempt, type AttemptKind, beginAttempt } from './attempt-limits.ts'
import type { BetterAuth } from './better-auth-instance.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { challengeOf } from './identity-sessions.ts'
import { findKnownAccount, type KnownBrowsers } from './known-browser.ts'

/**
 * Counts the attempt that a call makes, at the account in the body, the one that is waiting for its code, or
 * the one that is signed in here.
 */
export function createCallAttempts(
  { db, limits }: Pick<IdentityDeps, 'db' | 'limits'>,
  auth: BetterAuth,
  knownBrowsers: KnownBrowsers,
) {
  return async function begin(
    kind: AttemptKind,
    {
      request: { headers },
      body,
      address,
    }: { request: Request; body: Record<string, unknown>; address: string },
  ): Promise<Attempt | TooMany> {
    const named = typeof body['email'] === 'string' ? body['email'] : undefined
    const email =
      named ??
      (kind === 'code' ? await challengeOf(db, await auth.instance(), headers) : null) ??
      (await auth.prove(headers))?.email
    const account = await findKnownAccount(db, 'email', email)
    const knownBrowser = account && (await knownBrowsers.find(headers, account, kind))
    return beginAttempt(limits, kind, { address, email, knownBrowser })
  }
}
