import { requireAdmin, requireSignedIn, type SignedIn, toLogin } from './require-session.ts'
import { sessionNow } from './session.ts'

type LoaderArgs = { request: Request }

/**
 * The client loader of a screen for signed-in people: calls `load` with the session. Redirects to /login with a return path when signed
 * out, or when the session ends during the load. Other errors reach the error boundary.
 */
export function signedInLoader<Args extends LoaderArgs, T>(
  load: (args: Args, session: SignedIn) => Promise<T>,
) {
  return onHydration(async (args: Args) => {
    const session = requireSignedIn(args.request)
    try {
      return await load(args, session)
    } catch (error) {
      if (sessionNow().status === 'signed-out') throw toLogin(args.request)
      throw error
    }
  })
}

/** The client loader of an admin screen: calls `load` once the server has said that the user is an admin; see requireAdmin for others. */
export function adminLoader<Args extends LoaderArgs, T>(load: (args: Args) => Promise<T>) {
  return onHydration(async (args: Args) => {
    await requireAdmin(args.request)
    return load(args)
  })
}

/** Runs a client loader at a reload too, which would else render the page unguarded. */
function onHydration<Loader extends object>(loader: Loader) {
  return Object.assign(loader, { hydrate: true as const })
}
