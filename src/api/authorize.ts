import type { Access, AnonymousAccess } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { isAdmin, maySeeAccount, mayUpdateProfile } from '#domain/accounts/account-policy.ts'
import { bearerToken } from '#domain/accounts/bearer-token.ts'
import { findViewer } from '#domain/accounts/find-viewer.server.ts'
import { LOG_IN_FIRST, type Viewer } from '#domain/accounts/viewer.ts'
import { mayReview } from '#domain/reviews/review.ts'
import { ok, type Outcome, refused, refuseTooMany } from '#domain/shared/outcome.ts'
import { normalizeEmail } from '#domain/shared/text.ts'
import type { Shop } from '#domain/shop.ts'

type SignedInAccess = Exclude<Access, AnonymousAccess | 'anyone'>
type Rule = readonly [isAllowed: (viewer: Viewer, email: string) => boolean, message: string]

/** Any signed-in person; for `owner` and `owner-or-admin`, the use case checks ownership. */
const SIGNED_IN: Rule = [() => true, '']

/** The check and the message of a 403 for each access. */
const RULES: Record<SignedInAccess, Rule> = {
  customer: SIGNED_IN,
  owner: SIGNED_IN,
  'owner-or-admin': SIGNED_IN,
  admin: [isAdmin, 'This is for admins only.'],
  self: [mayUpdateProfile, 'This is another person’s profile.'],
  'self-or-admin': [maySeeAccount, 'This belongs to another person.'],
  reviewer: [mayReview, 'Admins can’t review their own store.'],
}

/** The message for too many writes of one account or one address. */
export const TOO_MANY_WRITES = 'Too many changes in a short time.'

/**
 * Who makes this call, if its access allows them; undefined for calls without a viewer, and for `anyone`
 * without a token. Calls that write count against the account's limit.
 * @param authorization the Authorization header.
 * Refusals: unauthenticated, forbidden, too_many_requests.
 */
export async function authorize(
  shop: Pick<Shop, 'db' | 'limits'>,
  call: Call,
  authorization: string | undefined,
  params: Record<string, string>,
): Promise<Outcome<Viewer | undefined>> {
  const { access } = call
  if (access === 'public' || access === 'session') return ok(undefined)
  const token = bearerToken(authorization)
  if (access === 'anyone' && authorization === undefined) return ok(undefined)
  const viewer = token ? await findViewer(shop, token) : null
  if (!viewer) return refused('unauthenticated', LOG_IN_FIRST)
  // Nothing of theirs is changed.
  if (access === 'anyone') return ok(viewer)
  const [isAllowed, message] = RULES[access]
  if (!isAllowed(viewer, normalizeEmail(params.email ?? '')))
    return refused('forbidden', call.forbiddenMessage ?? message)
  const wait = call.method === 'GET' ? null : await shop.limits.consume('writesPerAccount', [viewer.id])
  return wait ? refuseTooMany(TOO_MANY_WRITES, wait) : ok(viewer)
}
