import { requireSignedIn, toLogin } from './require-session.ts'
import { sessionNow } from './session.ts'

/**
 * For client loaders of protected screens: calls `load` with the session. Nobody signed in, or a session that turns out to be over
 * while loading: a redirect to /login that remembers where the person was going. Other failures pass on to the error boundary.
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
