import type { Hono } from 'hono'
import {
  type IdentityProvider,
  type IdentityRequest,
  isIdentityError,
} from '#domain/accounts/identity-provider.ts'
import { ok, type Outcome, refused, refuseTooMany } from '#domain/shared/outcome.ts'
import type { Shop } from '#domain/shop.ts'
import { identityProblem } from './identity-problem.ts'
import { readJsonBody } from './read-body.ts'
import { type ApiEnv, refuse } from './serve-call.ts'

/** The part of the shop that the checks before the identity provider need. */
type Checks = Pick<Shop, 'limits' | 'isFromOwnPages'>

/**
 * The identity provider's calls under /auth, with the limits, body reader and problem responses of the API's
 * own calls.
 */
export function serveIdentity(app: Hono<ApiEnv>, shop: Checks, identity: IdentityProvider): void {
  const paths = new Set(identity.calls.map(({ path }) => path))
  app.all('/auth/*', async (c) => {
    c.set('route', paths.has(c.req.path) ? `auth ${c.req.path.slice('/auth/'.length)}` : 'auth other')
    const checked = await checkIdentityRequest(shop, c.req.raw, c.get('clientAddress'))
    const outcome = checked.ok ? await identity.handle(c.req.raw, checked.value) : checked
    if (!outcome.ok) return refuse(c, outcome.refusal)
    return isIdentityError(outcome.value)
      ? identityProblem(outcome.value, { path: c.req.path, requestId: c.get('requestId') })
      : outcome.value
  })
}

/**
 * The checks of a call under /auth, in the API's order. Cookies authenticate it, so writes must come from the
 * store's own pages.
 * Refusals: too_many_requests, payload_too_large, unsupported_media_type, malformed_body, forbidden.
 */
export async function checkIdentityRequest(
  shop: Checks,
  request: Request,
  clientAddress: string,
): Promise<Outcome<IdentityRequest>> {
  const wait = await shop.limits.consume('identityCallsPerAddress', [clientAddress])
  if (wait) return refuseTooMany('Too many attempts.', wait)
  if (request.method !== 'POST') return ok({ clientAddress, body: {} })
  const json = await readJsonBody(request)
  if (!json.ok) return json
  if (!shop.isFromOwnPages(request))
    return refused(
      'forbidden',
      'This request did not come from the store itself. Open the store and try again.',
    )
  return ok({ clientAddress, body: json.value })
}
