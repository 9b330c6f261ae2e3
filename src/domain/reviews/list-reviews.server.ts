import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { isId } from '../id.ts'
import type { Shop } from '../shop.ts'
import { containing } from '../text.ts'
import type { ListManagedReviewsQuery, ManagedReview, Review, ReviewSummary } from './review.ts'

type Page = { limit: number; after?: string | undefined }

/** How many reviews are shown, with how many stars. Who may: everybody. */
export async function summarizeReviews(shop: Shop): Promise<ReviewSummary> {
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

/** Shown reviews, newest first. Who may: everybody. `limit` ≤ 500; `after`: the _id of the last one already seen. */
export async function listReviews(shop: Shop, page: Page): Promise<Review[]> {
  const rows = await selectNewestReviews(shop.db, page).where('hidden', '=', false).execute()
  return rows.map(toReview)
}

/** All reviews, hidden ones too, newest first. Who may: admins. */
export async function listManagedReviews(
  shop: Shop,
  query: ListManagedReviewsQuery,
): Promise<ManagedReview[]> {
  let rows = selectNewestReviews(shop.db, query)
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['hidden', 'email'])
  if (query.status) rows = rows.where('hidden', '=', query.status === 'hidden')
  const { q } = query
  if (q) {
    const pattern = containing(q)
    rows = rows.where((is) =>
      is.or([
        is('reviews.name', 'ilike', pattern),
        is('text', 'ilike', pattern),
        is('email', 'ilike', pattern),
        ...(isId(q) ? [is('reviews.id', '=', q)] : []),
      ]),
    )
  }
  return (await rows.execute()).map(({ hidden, email, ...row }) => ({
    ...toReview(row),
    customerEmail: email,
    hidden,
  }))
}

/** The newest reviews after the one with the _id `after`. */
function selectNewestReviews(db: Database, page: Page) {
  const query = db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.name', 'text', 'rating', 'reviews.created_at'])
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(page.limit)
  if (!page.after) return query
  return query.where(
    sql<boolean>`(reviews.created_at, reviews.id) < (select created_at, id from reviews where id = ${page.after})`,
  )
}

type Row = { id: string; name: string; text: string; rating: number; created_at: Date }

function toReview({ id, created_at, ...review }: Row): Review {
  return { _id: id, ...review, date: created_at.toISOString() }
}
