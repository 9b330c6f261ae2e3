import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'

/**
 * Hides a review from everyone but admins, or shows it again. Access: admins. No change: modifiedCount 0.
 * When it returns, no process serves the earlier state from its cache. Refusals: not_found.
 */
export async function hideReview(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  id: string,
  hidden: boolean,
): Promise<Outcome<UpdateResult>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_REVIEW)
  const outcome = await shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const review = await trx
      .selectFrom('reviews')
      .select('hidden')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!review) return refused('not_found', NO_SUCH_REVIEW)
    if (review.hidden === hidden) return ok({ modifiedCount: 0 })
    await trx.updateTable('reviews').set({ hidden }).where('id', '=', id).execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: hidden ? 'hide_review' : 'show_review',
      subject: `review:${id}`,
      before: { hidden: review.hidden },
      after: { hidden },
    })
    return ok({ modifiedCount: 1 })
  })
  if (outcome.ok) shop.publishChange('reviews')
  return outcome
}

const NO_SUCH_REVIEW = 'There is no such review.'
