import { AsyncLocalStorage } from 'node:async_hooks'
import { databaseFailure, captureFailure } from '#db/database-failure.ts'
import { bearerToken } from '#domain/accounts/bearer-token.ts'
import type { IdentityProof } from '#domain/accounts/identity-provider.ts'
import type { RequestNotes } from './better-auth-options.ts'
import type { GoogleOidc } from './google-oidc.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findProofByToken } from './identity-sessions.ts'

/** Better Auth itself, loaded at the first call, and the ways in which the store calls it. */
export function createBetterAuth(deps: IdentityDeps & { google: GoogleOidc | null }) {
  const notes = new AsyncLocalStorage<RequestNotes>()
  let loaded: ReturnType<typeof load> | undefined
  const instance = () => (loaded ??= load())

  async function load() {
    const { betterAuth } = await import('better-auth')
    const { betterAuthOptions } = await import('./better-auth-options.ts')
    return betterAuth(betterAuthOptions({ ...deps, appUrl: deps.appUrl(), notes, onError: reportFailure }))
  }

  /** Logs our own failures. An unreachable database is reported by the code that responds. */
  function reportFailure(error: unknown) {
    if (notes.getStore()?.busy) return
    const status =
      error && typeof error === 'object' && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 500 && !databaseFailure(error)) deps.log.error({ err: error }, 'identity call failed')
  }

  /**
   * Better Auth's response to a request whose origin and body were checked before.
   * @param body replaces the request's; null for GET.
   * @param noted collects what the request leaves behind, such as emails to send.
   * @throws when the database is unreachable, or when too many passwords wait to be hashed.
   */
  async function handle(
    request: Request,
    body: Record<string, unknown> | null,
    noted: RequestNotes,
  ): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers({ origin: new URL(deps.appUrl()).origin })
    const cookie = request.headers.get('cookie')
    if (cookie) headers.set('cookie', cookie)
    if (body) headers.set('content-type', 'application/json')
    const auth = await instance()
    const target = deps.appUrl() + pathname + search
    const init = { method: request.method, headers, ...(body && { body: JSON.stringify(body) }) }
    // Without the database Better Auth responds with anything from "no session" to "there is already an
    // account".
    const { result: response, failure } = await captureFailure(() =>
      notes.run(noted, () => auth.handler(new Request(target, init))),
    )
    if (failure !== undefined && response.status >= 400) throw failure
    if (noted.busy && response.status >= 400) throw noted.busy
    return response
  }

  /**
   * The identity behind these headers: from a bearer token, else from the session cookie; null when signed
   * out.
   */
  async function prove(headers: Headers): Promise<IdentityProof | null> {
    const bearer = bearerToken(headers.get('authorization'))
    const byToken = bearer ? await findProofByToken(deps.db, bearer) : null
    if (byToken) return byToken
    const cookie = headers.get('cookie')
    if (!cookie?.includes('driveline.session_token=')) return null
    const auth = await instance()
    const { result: session, failure } = await captureFailure(() =>
      auth.api.getSession({
        headers: new Headers({ cookie }),
        query: { disableCookieCache: true, disableRefresh: true },
      }),
    )
    if (!session && failure !== undefined) throw failure
    if (!session) return null
    const { id, email, emailVerified, name } = session.user
    return { subject: id, email, emailVerified, name, sessionId: session.session.id }
  }

  return { instance, handle, prove, reportFailure }
}

export type BetterAuth = ReturnType<typeof createBetterAuth>
