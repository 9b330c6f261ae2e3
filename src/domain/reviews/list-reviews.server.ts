import type { PageQuery } from '../shared/lists.ts'
import type { BrowsingShop } from '../shop.ts'
import { selectNewestReviews, toReview } from './review-queries.server.ts'
import type { Review } from './review.ts'

/**
 * Shown reviews, newest first. Access: everyone. `limit` ≤ 500; `after`: the _id of the last one returned.
 */
export async function listReviews(shop: BrowsingShop, page: PageQuery): Promise<Review[]> {
  const rows = await selectNewestReviews(shop.db, page).where('hidden', '=', false).execute()
  return rows.map(toReview)
}
