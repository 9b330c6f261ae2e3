import { requireSignedIn, toLogin } from './require-session.ts'
import { sessionNow } from './session.ts'

/**
 * For client loaders of protected screens: calls `load` with the session. Redirects to /login with a return path when signed out, or
 * when the session ends during the load. Other errors reach the error boundary.
 */
export async function loadSignedIn<T>(
  request: Request,
  load: (session: ReturnType<typeof requireSignedIn>) => Promise<T>,
): Promise<T> {
  const session = requireSignedIn(request)
  try {
    return await load(session)
  } catch (error) {
    if (sessionNow().status === 'signed-out') throw toLogin(request)
    throw error
  }
}
