import { sql } from 'kysely'
import type { Shop } from '../shop.ts'
import type { Review } from './review.ts'

/** How many reviews there are and their average in stars, 0 without any. Who may: everybody. */
export async function summarizeReviews(shop: Shop): Promise<{ count: number; average: number }> {
  return shop.db
    .selectFrom('reviews')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(round(avg(rating), 2), 0)::float`.as('average'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reviews, newest first. Who may: everybody. `limit` ≤ 500; `after`: the _id of the last one already seen. */
export async function listReviews(
  shop: Shop,
  page: { limit: number; after?: string | undefined },
): Promise<Review[]> {
  let query = shop.db
    .selectFrom('reviews')
    .select(['id', 'name', 'text', 'rating', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.after) {
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from reviews where id = ${page.after})`,
    )
  }
  const rows = await query.execute()
  return rows.map(({ id, created_at, ...review }) => ({ _id: id, ...review, date: created_at.toISOString() }))
}
