import { redirect, replace } from 'react-router'
import { showAccount, showAdminFlag } from '#contract/accounts.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { clearReturnPath, isReturnPath } from '../session/return-path.ts'
import { currentSession, type Session, updateSavedSession } from '../session/session-store.ts'
import { signOut } from '../session/session.ts'
import { toastError } from '../ui/toast-store.ts'
import { api } from './api-client.ts'

type LoaderArgs = { request: Request }

/**
 * The client loader of a screen for signed-in people: calls `load` with the session. Redirects to /login with
 * a return path when signed out, or when the session ends during the load. Other errors reach the error
 * boundary.
 */
export function signedInLoader<Args extends LoaderArgs, T>(
  load: (args: Args, session: SignedIn) => Promise<T>,
) {
  return onHydration(async (args: Args) => {
    const session = requireSignedIn(args.request)
    try {
      return await load(args, session)
    } catch (error) {
      if (currentSession().status === 'signed-out') throw toLogin(args.request)
      throw error
    }
  })
}

/**
 * The client loader of an admin screen: returns what `load` returns once the server has confirmed that the
 * user is an admin; see requireAdmin for others.
 */
export function adminLoader<Args extends LoaderArgs, T>(load: (args: Args) => Promise<T>) {
  return onHydration(async (args: Args) => {
    const session = requireSignedIn(args.request)
    // Together with the check, which takes a round trip. A customer's requests would only be refused.
    const loading = session.role === 'admin' ? load(args) : null
    // It may fail before the check, whose refusal takes precedence.
    loading?.catch(() => undefined)
    await requireAdmin(args.request, session, loading)
    return loading ?? load(args)
  })
}

/**
 * The role on the server; updates the saved session, whose name, role and verification may have been changed
 * in another browser. Keeps the saved one while the store cannot be reached.
 */
export function currentRole(session: SignedIn): Promise<SignedIn['role']> {
  asking ??= askRole(session).finally(() => {
    asking = null
  })
  return asking
}

/** Nested loaders ask at the same time. */
let asking: Promise<SignedIn['role']> | null = null

async function askRole({ user, role }: SignedIn): Promise<SignedIn['role']> {
  try {
    const account = await api(showAccount, { params: { email: user.email } })
    const { name, emailVerified } = account
    updateSavedSession({ name, emailVerified, role: account.role })
    return account.role
  } catch (error) {
    if (currentSession().status === 'signed-out') throw error
    return role
  }
}

/** Runs a client loader on a reload too, which would otherwise render the page unguarded. */
function onHydration<Loader extends object>(loader: Loader) {
  return Object.assign(loader, { hydrate: true as const })
}

type SignedIn = Extract<Session, { status: 'signed-in' }>

/** The admin page that just signed out a non-admin; '' when there is none. */
let refusedPath = ''

/** The session, or a redirect to /login with a return path. */
function requireSignedIn(request: Request): SignedIn {
  const session = currentSession()
  if (session.status !== 'signed-in') throw toLogin(request)
  refusedPath = ''
  return session
}

/**
 * Checks the role on the server. A non-admin is signed out and redirected to /login, which says why. A
 * non-admin whose sign-in led here by a return path stays signed in and sees the reason on the dashboard.
 * @param loading requests of the page that are already under way.
 */
async function requireAdmin(
  request: Request,
  { user }: SignedIn,
  loading: Promise<unknown> | null,
): Promise<void> {
  const { admin } = await api(showAdminFlag, { params: { email: user.email } }).catch((error: unknown) => {
    // The renewal may have just ended the session.
    requireSignedIn(request)
    throw error
  })
  updateSavedSession({ role: admin ? 'admin' : 'customer' })
  if (admin) return clearReturnPath()
  const { pathname } = new URL(request.url)
  if (isReturnPath(pathname)) {
    toastError('That page is for admins. You are still logged in, with a customer account.', {
      about: 'session',
    })
    throw replace(paths.dashboard)
  }
  clearReturnPath()
  // Refused after the session has ended, they would replace the reason of the sign-out.
  await Promise.allSettled([loading, asking])
  // Ending the session, even if only here, revalidates the page, whose redirect takes precedence.
  refusedPath = pathname
  await signOut('admins-only').catch(() => undefined)
  throw toLogin(request)
}

/**
 * A redirect to the login page with the requested page as return path, to be thrown. An admin page that
 * signed out a non-admin is not a return path: signing in again would only loop.
 */
export function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const requested = pathname + search
  const login = pathname === refusedPath ? paths.login : pathWithQuery(paths.login, { from: requested })
  // The URL was opened directly: replace it, so that Back does not return to it after login.
  return requested === location.pathname + location.search ? replace(login) : redirect(login)
}
