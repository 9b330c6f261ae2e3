import { LOG_IN_FIRST, type Viewer } from '../accounts/viewer.ts'
import { runIdempotently, type IdempotencyKey } from '../shared/idempotency.server.ts'
import { type InsertResult, ok, type Outcome, refused, refuseTooMany } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { AddReviewInput } from './review.ts'

/**
 * Stores a review under the viewer's own name. Access: signed-in customers, not admins (mayReview; the API
 * checks). Refusals: too_many_requests; unauthenticated when the account is
 * just being closed.
 */
export async function addReview(
  shop: Pick<Shop, 'db' | 'limits' | 'publishChange'>,
  viewer: Viewer,
  input: AddReviewInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<InsertResult>> {
  const outcome = await runIdempotently(shop, viewer, idempotencyKey, async (trx) => {
    const wait = await shop.limits.consume('reviewsPerAccount', [viewer.id], trx)
    if (wait) return refuseTooMany('You have reached the daily limit for reviews.', wait)
    // Locked, so that it waits for the closing of its author's account, and is refused then.
    const author = await trx
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', viewer.id)
      .where('closed_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!author) return refused('unauthenticated', LOG_IN_FIRST)
    const { id } = await trx
      .insertInto('reviews')
      .values({ account_id: viewer.id, name: author.name, text: input.text, rating: input.rating })
      .returning('id')
      .executeTakeFirstOrThrow()
    return ok({ insertedId: id })
  })
  shop.publishChange('reviews')
  return outcome
}
