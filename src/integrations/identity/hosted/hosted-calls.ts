import type { IdentityProof, IdentityResponse } from '#domain/accounts/identity-provider.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import { closeAccount, isRecentLogin } from '../close-account.ts'
import { describedCalls } from '../identity-calls.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { errorOfRefusal, errorOfStatus, otherMethodError } from '../identity-errors.ts'

/** A path under /auth and its method. */
export type HostedCall = {
  method: 'GET' | 'POST'
  handle: (request: Request, url: URL) => Promise<IdentityResponse>
}

/** Serves the calls of a hosted provider by their path: 404 for others, 405 for another method. */
export async function handleHostedCall(
  calls: Record<string, HostedCall>,
  request: Request,
): Promise<Outcome<IdentityResponse>> {
  const url = new URL(request.url)
  const call = Object.hasOwn(calls, url.pathname) ? calls[url.pathname] : undefined
  if (!call) return ok(errorOfStatus(404))
  if (request.method !== call.method) return ok(otherMethodError(call.method))
  return ok(await call.handle(request, url))
}

/** Headers of a response that is never cached. */
function uncached(cookies: readonly string[] = []): Headers {
  return new Headers([
    ['cache-control', 'no-store'],
    ...cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
  ])
}

/** A JSON response that is never cached. */
export function jsonResponse(body: unknown): Response {
  return Response.json(body, { headers: uncached() })
}

/**
 * The response to a sign-out; browsers drop this person's pages that they have cached, such as those behind
 * Back.
 */
export function signedOutResponse(
  body: { success: true; redirect?: string },
  cookies?: readonly string[],
): Response {
  const headers = uncached(cookies)
  headers.set('clear-site-data', '"cache"')
  return Response.json(body, { headers })
}

/** A redirect that is never cached, with its cookies. */
export function redirectTo(location: string | URL, cookies?: readonly string[]): Response {
  const headers = uncached(cookies)
  headers.set('location', String(location))
  return new Response(null, { status: 303, headers })
}

/** Closes the account of a person who signed in at the provider a short time ago. */
export async function closeHostedAccount(
  deps: IdentityDeps,
  proved: Outcome<IdentityProof>,
): Promise<IdentityResponse> {
  if (!proved.ok)
    return proved.refusal.code === 'provider_unavailable'
      ? errorOfRefusal(proved.refusal)
      : errorOfStatus(401)
  if (!(await isRecentLogin(deps.db, proved.value))) return errorOfStatus(403, 'LOGIN_TOO_OLD')
  return closeAccount(deps, proved.value)
}

/** Logs that the provider failed, without the values involved. */
export function logProviderFailure({ log }: IdentityDeps, message: string, error: unknown): void {
  log.error({ reason: error instanceof Error ? error.message : 'unknown' }, message)
}

/** The provider, or its keys, cannot be reached from the store. */
export const PROVIDER_UNAVAILABLE = refused(
  'provider_unavailable',
  'We can’t reach the login service right now. Try again in a minute.',
)

/** The only calls that API clients make here: they sign in at the provider. */
export const hostedCallDescriptions = describedCalls.filter(({ path }) =>
  ['/auth/sign-out', '/auth/close-account'].includes(path),
)
