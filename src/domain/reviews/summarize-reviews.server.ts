import { sql } from 'kysely'
import type { BrowsingShop } from '../shop.ts'
import type { ReviewSummary } from './review.ts'

/** The number of shown reviews, by stars. Access: everyone. */
export async function summarizeReviews(shop: BrowsingShop): Promise<ReviewSummary> {
  const rows = await shop.db
    .selectFrom('reviews')
    .select(['rating', sql<number>`count(*)::int`.as('count')])
    .where('hidden', '=', false)
    .groupBy('rating')
    .execute()
  const byStars = [1, 2, 3, 4, 5].map((stars) => rows.find(({ rating }) => rating === stars)?.count ?? 0)
  const count = byStars.reduce((sum, some) => sum + some, 0)
  const stars = byStars.reduce((sum, some, at) => sum + some * (at + 1), 0)
  return { count, average: count === 0 ? 0 : Math.round((stars * 100) / count) / 100, byStars }
}
