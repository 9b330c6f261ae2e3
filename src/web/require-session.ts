import { redirect } from 'react-router'
import { showAdminFlag } from '#contract/accounts.ts'
import { api } from './api-client.ts'
import { type Session, sessionNow, signOut } from './session.ts'

type SignedIn = Extract<Session, { status: 'signed-in' }>

/**
 * For client loaders of protected screens (which need `clientLoader.hydrate = true as const`, or a reload would show the page
 * unprotected): the session, or a redirect to /login that remembers where the
 * person was going.
 */
export function requireSignedIn(request: Request): SignedIn {
  const session = sessionNow()
  if (session.status === 'signed-in') return session
  throw redirect(loginPath(request))
}

/** For client loaders of admin screens: asks the server. A non-admin is signed out and redirected to /login. */
export async function requireAdmin(request: Request): Promise<SignedIn> {
  const session = requireSignedIn(request)
  const { admin } = await api(showAdminFlag, { params: { email: session.user.email } }).catch(
    (error: unknown) => {
      // The renewal may just have ended the session: then this is a visitor.
      requireSignedIn(request)
      throw error
    },
  )
  if (admin) return session
  await signOut().catch(() => undefined)
  // Without the origin: signing in as the same person would only lead back here and out again.
  throw redirect('/login')
}

/** The login page's address, remembering the page that `request` asks for. */
export function loginPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return `/login?${new URLSearchParams({ from: pathname + search })}`
}
