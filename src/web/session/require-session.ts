import { redirect, replace } from 'react-router'
import { showAdminFlag } from '#contract/accounts.ts'
import { api } from '../api-client/api-client.ts'
import { clearReturnPath, isReturnPath } from './return-path.ts'
import { type Session, sessionNow, signOut } from './session.ts'
import { toastError } from '../ui/toast-store.ts'

type SignedIn = Extract<Session, { status: 'signed-in' }>

/** The admin page that has just signed a non-admin out; '' when there is none. */
let refusedPath = ''

/**
 * For client loaders of protected screens (which need `clientLoader.hydrate = true as const`, or a reload would show the page
 * unprotected): the session, or a redirect to /login that remembers where the
 * person was going.
 */
export function requireSignedIn(request: Request): SignedIn {
  const session = sessionNow()
  if (session.status !== 'signed-in') throw toLogin(request)
  refusedPath = ''
  return session
}

/**
 * For client loaders of admin screens: asks the server. A non-admin is signed out and redirected to /login, which says why. One
 * who has just signed in and was led here by a remembered address stays signed in, and is told so on the dashboard.
 */
export async function requireAdmin(request: Request): Promise<SignedIn> {
  const session = requireSignedIn(request)
  const { admin } = await api(showAdminFlag, { params: { email: session.user.email } }).catch(
    (error: unknown) => {
      // The renewal may just have ended the session: then this is a visitor.
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
  // The end of the session has the page's loaders run again, and their redirect comes before ours.
  refusedPath = pathname
  await signOut('admins-only').catch(() => undefined)
  throw toLogin(request)
}

/**
 * The way to the login page, remembering the page that `request` asks for: to be thrown. A page that signed a non-admin out is not
 * remembered, since signing in as the same person would only lead back there and out again.
 */
export function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const asked = pathname + search
  const login = pathname === refusedPath ? '/login' : `/login?${new URLSearchParams({ from: asked })}`
  // Opened at this very address: Back must not lead to it a second time after login.
  return asked === location.pathname + location.search ? replace(login) : redirect(login)
}
