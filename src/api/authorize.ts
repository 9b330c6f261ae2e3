import type { Call } from '#contract/call.ts'
import { isAdmin, maySeeAccount, mayUpdateProfile } from '#domain/accounts/account-policy.ts'
import { bearerToken } from '#domain/accounts/bearer-token.ts'
import { findViewer } from '#domain/accounts/find-viewer.server.ts'
import { LOG_IN_FIRST, type Viewer } from '#domain/accounts/viewer.ts'
import { mayReview } from '#domain/reviews/review.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import { normalEmail } from '#domain/shared/text.ts'
import type { Shop } from '#domain/shop.ts'

/**
 * Who makes this call, if its `access` allows them. Ownership of an order is left to the use case, which
 * knows the order. Calls that write always ask the database, here or in their own statement; reads may use
 * this process's cached token. Refusals: unauthenticated, forbidden.
 */
export async function authorize(
  shop: Shop,
  call: Call,
  authorization: string | undefined,
  params: Record<string, string>,
): Promise<Outcome<Viewer>> {
  const token = bearerToken(authorization)
  const fresh = call.method !== 'GET' && !call.hasOwnQueue
  const viewer = token ? await findViewer(shop, token, { fresh }) : null
  if (!viewer) return refused('unauthenticated', LOG_IN_FIRST)
  const email = normalEmail(params.email ?? '')
  switch (call.access) {
    case 'admin':
      return isAdmin(viewer) ? ok(viewer) : refused('forbidden', call.forbidden ?? 'This is for admins only.')
    case 'self':
      return mayUpdateProfile(viewer, email)
        ? ok(viewer)
        : refused('forbidden', 'This is another person’s profile.')
    case 'self-or-admin':
      return maySeeAccount(viewer, email)
        ? ok(viewer)
        : refused('forbidden', 'This belongs to another person.')
    case 'reviewer':
      return mayReview(viewer) ? ok(viewer) : refused('forbidden', 'Admins can’t review their own store.')
    default:
      return ok(viewer)
  }
}
