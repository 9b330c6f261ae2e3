import type { Access, AnonymousAccess } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { isAdmin, maySeeAccount, mayUpdateProfile } from '#domain/accounts/account-policy.ts'
import { bearerToken } from '#domain/accounts/bearer-token.ts'
import { findViewer } from '#domain/accounts/find-viewer.server.ts'
import { LOG_IN_FIRST, type Viewer } from '#domain/accounts/viewer.ts'
import { mayReview } from '#domain/reviews/review.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import { normalizeEmail } from '#domain/shared/text.ts'
import type { Shop } from '#domain/shop.ts'

type SignedInAccess = Exclude<Access, AnonymousAccess>
type Rule = readonly [isAllowed: (viewer: Viewer, email: string) => boolean, message: string]

/** Any signed-in person; of `owner`, the use case decides. */
const SIGNED_IN: Rule = [() => true, '']

/** Whom a signed-in person must be for a call, by its access; and the message to everyone else. */
const RULES: Record<SignedInAccess, Rule> = {
  customer: SIGNED_IN,
  owner: SIGNED_IN,
  'owner-or-admin': SIGNED_IN,
  admin: [isAdmin, 'This is for admins only.'],
  self: [mayUpdateProfile, 'This is another person’s profile.'],
  'self-or-admin': [maySeeAccount, 'This belongs to another person.'],
  reviewer: [mayReview, 'Admins can’t review their own store.'],
}

/**
 * Who makes this call, if its access allows them. Ownership of an order is left to the use case, which
 * knows the order. Calls that write always ask the database, here or in their own statement; reads may use
 * this process's cached token. Refusals: unauthenticated, forbidden.
 */
export async function authorize(
  shop: Shop,
  call: Call,
  access: SignedInAccess,
  authorization: string | undefined,
  params: Record<string, string>,
): Promise<Outcome<Viewer>> {
  const token = bearerToken(authorization)
  const fresh = call.method !== 'GET' && !call.hasOwnQueue
  const viewer = token ? await findViewer(shop, token, { fresh }) : null
  if (!viewer) return refused('unauthenticated', LOG_IN_FIRST)
  const [isAllowed, message] = RULES[access]
  return isAllowed(viewer, normalizeEmail(params.email ?? ''))
    ? ok(viewer)
    : refused('forbidden', call.forbiddenMessage ?? message)
}
