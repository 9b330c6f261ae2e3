/** The signed-in user, stored next to `accessToken` in localStorage and shared by all tabs. */
export type SessionUser = { email: string; name: string; emailVerified: boolean }

/** `loading` only during hydration; the server always renders that state. */
export type Session =
  | { status: 'loading' | 'signed-out'; user: null; role: null }
  | { status: 'signed-in'; user: SessionUser; role: 'customer' | 'admin' }

type Remembered = SessionUser & { role: 'customer' | 'admin'; expiresAt: string }

const TOKEN_KEY = 'accessToken'
const WHO_KEY = 'session'
const LOADING: Session = { status: 'loading', user: null, role: null }
const SIGNED_OUT: Session = { status: 'signed-out', user: null, role: null }

let session: Session = LOADING
let expiresAt = 0
const listeners = new Set<() => void>()

/**
 * Why a user who did not log out on this page is signed out:
 * an admin page refused them, the session ended, or they logged out in another tab.
 */
export type SignedOutReason = 'admins-only' | 'session-ended' | 'other-tab'
let signedOutReason: SignedOutReason | null = null

/** For useSyncExternalStore. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const currentSession = (): Session => session
export const loadingSession = (): Session => LOADING
export const currentSignedOutReason = (): SignedOutReason | null =>
  session.status === 'signed-in' ? null : signedOutReason

export function accessToken(): string | null {
  return localStorage.getItem(TOKEN_KEY)
}

/** When the access token expires, in ms since 1970; 0 when unknown. */
export function tokenEndsAt(): number {
  return expiresAt
}

/** Saves a token with its user. `tokenExpiresAt` is an ISO date. */
export function rememberSession(token: string, who: Remembered): void {
  localStorage.setItem(TOKEN_KEY, token)
  localStorage.setItem(WHO_KEY, JSON.stringify(who))
  readSession()
}

/** Updates the saved user, such as a new display name or role. */
export function updateRemembered(change: Partial<Remembered>): void {
  const known = remembered()
  if (known) localStorage.setItem(WHO_KEY, JSON.stringify({ ...known, ...change }))
  readSession()
}

/** Clears token and user in this browser; signOut ends the identity session. The login page shows `reason`. */
export function endSession(reason: SignedOutReason | null = null): void {
  if (session.status === 'signed-in') signedOutReason = reason
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(WHO_KEY)
  readSession()
}

/** Rereads localStorage and notifies subscribers of a change. */
export function readSession(): void {
  const known = accessToken() === null ? null : remembered()
  expiresAt = known ? Date.parse(known.expiresAt) || 0 : 0
  const next: Session = known
    ? {
        status: 'signed-in',
        user: { email: known.email, name: known.name, emailVerified: known.emailVerified },
        role: known.role,
      }
    : SIGNED_OUT
  document.documentElement.toggleAttribute('data-signed-in', known !== null)
  if (JSON.stringify(next) === JSON.stringify(session)) return
  session = next
  for (const listener of listeners) listener()
}

function remembered(): Remembered | null {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(WHO_KEY) ?? 'null')
    return isRemembered(known) ? known : null
  } catch {
    return null
  }
}

function isRemembered(value: unknown): value is Remembered {
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
  addEventListener('storage', (event) => {
    if (event.key !== TOKEN_KEY && event.key !== WHO_KEY && event.key !== null) return
    // Set only when this tab turns out to be signed out as well.
    if (session.status === 'signed-in') signedOutReason = 'other-tab'
    readSession()
  })
}
