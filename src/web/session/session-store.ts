/** The signed-in user, stored next to `accessToken` in localStorage and shared by all tabs. */
export type SessionUser = {
  email: string
  name: string
  emailVerified: boolean
  /** The user has just taken the account over from an unverified sign-up. */
  claimed?: true | undefined
}

/** `loading` only during hydration; the server always renders that state. */
export type Session =
  | { status: 'loading' | 'signed-out'; user: null; role: null }
  | { status: 'signed-in'; user: SessionUser; role: 'customer' | 'admin' }

/** `expiresAt`: when the access token expires, an ISO date. */
type SavedSession = SessionUser & { role: 'customer' | 'admin'; expiresAt: string }

/** The keys of localStorage; the head script reads them too. */
export const SESSION_KEYS = { token: 'accessToken', user: 'session' }
const { token: TOKEN_KEY, user: USER_KEY } = SESSION_KEYS
const LOADING: Session = { status: 'loading', user: null, role: null }
const SIGNED_OUT: Session = { status: 'signed-out', user: null, role: null }

let session: Session = LOADING
let expiresAt = 0
const listeners = new Set<() => void>()

/** Why a user is signed out without having logged out on this page. */
export type SignedOutReason = (typeof REASONS)[number]
const REASONS = ['admins-only', 'session-ended', 'other-tab'] as const
/**
 * A key of this tab's sessionStorage: navigating from the card form to the login page loads a new document
 * (decision 017).
 */
const REASON_KEY = 'signed out'
let signedOutReason: SignedOutReason | null = null

/** Calls `listener` at each change; returns how to stop. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The session now, for client loaders too. */
export const currentSession = (): Session => session
/** The session while the server renders and the browser hydrates. */
export const loadingSession = (): Session => LOADING
/** Why the last session ended; null while signed in. */
export const currentSignedOutReason = (): SignedOutReason | null =>
  session.status === 'signed-in' ? null : signedOutReason

/**
 * The access token of this browser, which may have expired; null when signed out.
 * @throws where storage is denied.
 */
export function accessToken(): string | null {
  return localStorage.getItem(TOKEN_KEY)
}

/** When the access token expires, in ms since 1970; 0 when unknown. */
export function tokenExpiresAt(): number {
  return expiresAt
}

/** Saves a token with its user. */
export function saveSession(token: string, user: SavedSession): void {
  setSignedOutReason(null)
  localStorage.setItem(TOKEN_KEY, token)
  localStorage.setItem(USER_KEY, JSON.stringify(user))
  readSession()
}

/** Updates the saved user, such as a new display name or role. */
export function updateSavedSession(change: Partial<SavedSession>): void {
  const saved = savedSession()
  if (saved) localStorage.setItem(USER_KEY, JSON.stringify({ ...saved, ...change }))
  readSession()
}

/**
 * Clears token and user in this browser; signOut ends the identity session. The login page shows `reason`.
 */
export function endSession(reason: SignedOutReason | null = null): void {
  if (session.status === 'signed-in') setSignedOutReason(reason)
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(USER_KEY)
  readSession()
}

/** Rereads localStorage and notifies subscribers of a change. */
export function readSession(): void {
  const saved = accessToken() === null ? null : savedSession()
  expiresAt = saved ? Date.parse(saved.expiresAt) || 0 : 0
  const next: Session = saved
    ? {
        status: 'signed-in',
        user: {
          email: saved.email,
          name: saved.name,
          emailVerified: saved.emailVerified,
          claimed: saved.claimed,
        },
        role: saved.role,
      }
    : SIGNED_OUT
  document.documentElement.toggleAttribute('data-signed-in', saved !== null)
  if (JSON.stringify(next) === JSON.stringify(session)) return
  session = next
  for (const listener of listeners) listener()
}

function setSignedOutReason(reason: SignedOutReason | null): void {
  signedOutReason = reason
  if (reason === null) sessionStorage.removeItem(REASON_KEY)
  else sessionStorage.setItem(REASON_KEY, reason)
}

function savedSession(): SavedSession | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null')
    return isSavedSession(saved) ? saved : null
  } catch {
    // Not written by this version.
    return null
  }
}

function isSavedSession(value: unknown): value is SavedSession {
  if (typeof value !== 'object' || value === null) return false
  const { email, name, emailVerified, role, expiresAt: ends } = value as Record<string, unknown>
  return (
    typeof email === 'string' &&
    typeof name === 'string' &&
    typeof emailVerified === 'boolean' &&
    (role === 'customer' || role === 'admin') &&
    typeof ends === 'string'
  )
}

if (typeof window !== 'undefined') {
  readSession()
  signedOutReason = REASONS.find((reason) => reason === sessionStorage.getItem(REASON_KEY)) ?? null
  addEventListener('storage', (event) => {
    if (event.key !== TOKEN_KEY && event.key !== USER_KEY && event.key !== null) return
    // Set only when this tab turns out to be signed out as well.
    if (session.status === 'signed-in') setSignedOutReason('other-tab')
    readSession()
  })
}
