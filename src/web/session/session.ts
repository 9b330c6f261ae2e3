import { useSyncExternalStore } from 'react'
import type { Account } from '#domain/accounts/account.ts'
import { ApiProblem, fetchOrProblem, problemFrom } from '../api-client/api-problem.ts'
import {
  currentSession,
  currentSignedOutReason,
  endSession,
  loadingSession,
  rememberSession,
  type Session,
  type SignedOutReason,
  subscribeToSession,
  tokenEndsAt,
} from './session-store.ts'

export {
  accessToken,
  endSession,
  type Session,
  type SessionUser,
  type SignedOutReason,
  updateRemembered,
} from './session-store.ts'

/** The session, live. `loading` on the server and while hydrating: render the same for everybody then. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, loadingSession)
}

/** Why this page's visitor was signed out, live; null while signed in and for those who logged out themselves. */
export function useSignedOutReason(): SignedOutReason | null {
  return useSyncExternalStore(subscribeToSession, currentSignedOutReason, () => null)
}

/** The session now, for code outside of components (client loaders). */
export function sessionNow(): Session {
  return currentSession()
}

const jsonHeaders = { 'content-type': 'application/json' }

/**
 * Takes an access token for `email` on the proof of the identity session's cookie, and remembers who that is.
 * Throws an ApiProblem when the store says no or cannot be reached; nothing is remembered then.
 */
export async function requestAccessToken(email: string): Promise<void> {
  const path = `/user/${encodeURIComponent(email)}`
  const taken = await fetchOrProblem(path, {
    method: 'PUT',
    headers: jsonHeaders,
    body: JSON.stringify({ email }),
  })
  if (!taken.ok) throw await problemFrom(taken)
  const { token, expiresAt } = (await taken.json()) as { token: string; expiresAt: string }
  const shown = await fetchOrProblem(path, { headers: { authorization: `Bearer ${token}` } })
  if (!shown.ok) throw await problemFrom(shown)
  const { email: own, name, emailVerified, role } = (await shown.json()) as Account
  rememberSession(token, { email: own, name, emailVerified, role, expiresAt })
}

let renewal: Promise<boolean> | null = null

/**
 * Renews the access token, once for all who ask at the same time. True: there is a new one. False: the store said no, the
 * session is over and forgotten. Throws an ApiProblem when the store cannot be reached or has trouble: the session stays.
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
 * Logs out: ends the identity session with its tokens, then forgets them here. Throws an ApiProblem when only the latter worked.
 * @param reason what the login page tells, when it was not the person who asked for it.
 */
export async function signOut(reason: SignedOutReason | null = null): Promise<void> {
  try {
    const ended = await fetchOrProblem('/auth/sign-out', { method: 'POST', headers: jsonHeaders, body: '{}' })
    if (!ended.ok && ended.status !== 401) throw await problemFrom(ended)
  } catch {
    throw new ApiProblem(
      'You are logged out on this page, but the store could not be told. Log in and out again when you are back online.',
      { status: 0, code: 'network' },
    )
  } finally {
    endSession(reason)
  }
}

/** Renews this long before the token's end, in ms. */
const RENEW_AHEAD_MS = 60_000
/** How often the remaining time is looked at, in ms. Sleep and throttled tabs make long timers useless. */
const LOOK_EVERY_MS = 20_000

/** Keeps the token fresh while the page is open; once, from the root. Returns what stops it. */
export function keepTokenFresh(): () => void {
  const look = (shown?: Event) => {
    const { user } = currentSession()
    if (document.hidden || user === null) return
    // Whoever comes back to the page may have confirmed the email meanwhile.
    const mayBeVerified = shown !== undefined && !user.emailVerified
    // Without a connection the next look tries again; a call that needs the token says what is wrong.
    if (mayBeVerified || Date.now() > tokenEndsAt() - RENEW_AHEAD_MS) renewToken().catch(() => undefined)
  }
  const timer = setInterval(() => look(), LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
