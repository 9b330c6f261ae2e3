import { useSyncExternalStore } from 'react'
import type { issueAccessToken } from '#contract/accounts.ts'
import type { CallResponse } from '#contract/call.ts'
import { identityPaths } from '#identity-paths.ts'
import { ApiProblem, jsonOrProblem, sendJson } from '../api-problem.ts'
import { identityClient } from './open-identity.ts'
import {
  currentSession,
  currentSignedOutReason,
  endSession,
  loadingSession,
  saveSession,
  type Session,
  type SignedOutReason,
  subscribeToSession,
  tokenExpiresAt,
} from './session-store.ts'

/** The session, live. `loading` on the server and during hydration, so that both render the same. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, loadingSession)
}

/** Why the user was signed out, live; null while signed in and after a logout on this page. */
export function useSignedOutReason(): SignedOutReason | null {
  return useSyncExternalStore(subscribeToSession, currentSignedOutReason, () => null)
}

/**
 * Requests an access token for `email`, authorized by the identity provider's session, and saves the user.
 * @throws an ApiProblem and saves nothing when the store refuses or cannot be reached.
 */
export async function requestAccessToken(email: string): Promise<void> {
  const proof = await (await identityClient()).proof()
  // Not by api(): this runs on public pages, which do not load the contract's schemas.
  const issued = await jsonOrProblem(
    await sendJson(identityPaths.accessToken(email), { method: 'PUT', body: { email }, headers: proof }),
  )
  const { token, expiresAt, account, claimed } = issued as CallResponse<typeof issueAccessToken>
  const { name, emailVerified, role } = account
  saveSession(token, { email: account.email, name, emailVerified, claimed, role, expiresAt })
}

let renewal: Promise<boolean> | null = null

/**
 * Renews the access token; concurrent callers share one request. Resolves to false when the store refused:
 * the session has ended and is cleared.
 * @throws an ApiProblem when the store is down or unreachable: the session stays.
 */
export function renewToken(): Promise<boolean> {
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

async function renew(): Promise<boolean> {
  const session = currentSession()
  if (session.status !== 'signed-in') return false
  try {
    await requestAccessToken(session.user.email)
    return true
  } catch (error) {
    if (!(error instanceof ApiProblem) || (error.status !== 401 && error.status !== 403)) throw error
    endSession('session-ended')
    return false
  }
}

/**
 * Logs out: ends the identity session with its tokens, then clears them here.
 * @throws an ApiProblem when the server part failed.
 * @param reason what the login page shows when the user did not ask for it.
 */
export async function signOut(reason: SignedOutReason | null = null): Promise<void> {
  let next: string | null = null
  // It would be refused, and end the session a second time.
  if (reason !== null) await renewal?.catch(() => undefined)
  try {
    next = await (await identityClient()).signOut()
  } catch {
    throw new ApiProblem(
      'You are logged out on this page, but the store could not be reached. Log in and out again when you are back online.',
      { status: 0, code: 'network' },
    )
  } finally {
    endSession(reason)
  }
  if (next !== null && reason === null) location.assign(next)
}

/** The remaining lifetime below which the token is renewed, in ms. */
const RENEW_AHEAD_MS = 60_000
/** The interval of the expiry check, in ms. Sleep and throttled tabs make long timers unreliable. */
const CHECK_INTERVAL_MS = 20_000

/** Renews the token while the page is open; used once, in the root. Returns a cleanup function. */
export function refreshTokenPeriodically(): () => void {
  const check = ({ isShown }: { isShown: boolean }) => {
    const { user } = currentSession()
    if (document.hidden || user === null) return
    // The user may have verified the email in another tab, or on another device.
    const mayBeVerified = isShown && !user.emailVerified
    // Offline: the next interval retries; a call that needs the token reports the problem.
    if (mayBeVerified || Date.now() > tokenExpiresAt() - RENEW_AHEAD_MS) renewToken().catch(() => undefined)
  }
  const onShown = () => check({ isShown: true })
  const timer = setInterval(() => check({ isShown: false }), CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', onShown)
  onShown()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onShown)
  }
}
