import { redirect, replace } from 'react-router'
import { showAdminFlag } from '#contract/accounts.ts'
import { api } from '../api-client/api-client.ts'
import { clearReturnPath, isReturnPath } from './return-path.ts'
import { type Session, sessionNow, signOut } from './session.ts'
import { toastError } from '../ui/toast-store.ts'

export type SignedIn = Extract<Session, { status: 'signed-in' }>

/** The admin page that just signed out a non-admin; '' when there is none. */
let refusedPath = ''

/** For client loaders of protected screens: the session, or a redirect to /login with a return path. */
export function requireSignedIn(request: Request): SignedIn {
  const session = sessionNow()
  if (session.status !== 'signed-in') throw toLogin(request)
  refusedPath = ''
  return session
}

/**
 * For client loaders of admin screens: checks the role on the server. A non-admin is signed out and redirected to /login, which says
 * why. A non-admin whose sign-in led here by a return path stays signed in and sees the reason on the dashboard.
 */
export async function requireAdmin(request: Request): Promise<SignedIn> {
  const session = requireSignedIn(request)
  const { admin } = await api(showAdminFlag, { params: { email: session.user.email } }).catch(
    (error: unknown) => {
      // The renewal may have just ended the session.
      requireSignedIn(request)
      throw error
    },
  )
  if (admin) {
    clearReturnPath()
    return session
  }
  const { pathname } = new URL(request.url)
  if (isReturnPath(pathname)) {
    toastError('That page is for admins. You are still logged in, with a customer account.', {
      about: 'session',
    })
    throw replace('/dashboard')
  }
  // Ending the session revalidates the page, whose redirect takes precedence.
  refusedPath = pathname
  await signOut('admins-only').catch(() => undefined)
  throw toLogin(request)
}

/**
 * A redirect to the login page with the requested page as return path, to be thrown. An admin page that signed out a non-admin is no
 * return path: signing in again would only loop.
 */
export function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const requested = pathname + search
  const login = pathname === refusedPath ? '/login' : `/login?${new URLSearchParams({ from: requested })}`
  // The URL was opened directly: replace it, so that Back does not return to it after login.
  return requested === location.pathname + location.search ? replace(login) : redirect(login)
}
