import type { Viewer } from '../accounts/viewer.ts'
import { runIdempotently, type IdempotencyKey } from '../shared/idempotency.server.ts'
import { type InsertResult, ok, type Outcome, refuseTooMany } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { AddReviewInput } from './review.ts'

/**
 * Stores a review under the viewer's own name. Access: signed-in customers, not admins (mayReview; the API
 * checks). Refusals: too_many_requests.
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
    const { id } = await trx
      .insertInto('reviews')
      .values({ account_id: viewer.id, name: viewer.name, text: input.text, rating: input.rating })
      .returning('id')
      .executeTakeFirstOrThrow()
    return ok({ insertedId: id })
  })
  shop.publishChange('reviews')
  return outcome
}
