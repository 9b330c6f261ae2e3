import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { accountsByEmail } from '../accounts/account-queries.server.ts'
import { isId } from '../shared/id.ts'
import type { PageQuery } from '../shared/lists.ts'
import { newestFirst, searchNewest } from '../shared/newest-first.server.ts'
import { searchPattern } from '../shared/text.ts'
import type { BrowsingShop, Shop } from '../shop.ts'
import type { ListManagedReviewsQuery, ManagedReview, Review, ReviewSummary } from './review.ts'

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

/**
 * Shown reviews, newest first. Access: everyone. `limit` ≤ 500; `after`: the _id of the last one returned.
 */
export async function listReviews(shop: BrowsingShop, page: PageQuery): Promise<Review[]> {
  const rows = await selectNewestReviews(shop.db, page).where('hidden', '=', false).execute()
  return rows.map(toReview)
}

/**
 * All reviews, hidden ones included, newest first. Access: admins.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listManagedReviews(
  shop: Shop,
  query: ListManagedReviewsQuery,
): Promise<ManagedReview[]> {
  const { q } = query
  const rows = q
    ? await shop.searchBulkhead('admins', () => findReviews(shop.db, query, q))
    : await selectManagedReviews(shop.db, query).execute()
  return rows.map(({ hidden, email, ...row }) => ({ ...toReview(row), customerEmail: email, hidden }))
}

function selectManagedReviews(db: Database, query: ListManagedReviewsQuery) {
  const rows = selectNewestReviews(db, query)
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['hidden', 'email'])
  // Matches the index reviews_hidden_newest and its counterpart.
  if (query.status === 'hidden') return rows.where(sql<boolean>`hidden`)
  if (query.status === 'shown') return rows.where(sql<boolean>`not hidden`)
  return rows
}

function findReviews(db: Database, query: ListManagedReviewsQuery, q: string) {
  const pattern = searchPattern(q)
  const found = sql`
    select id from reviews where (' ' || name || ' ' || text) ilike ${pattern}
    union all select id from reviews where account_id in (${accountsByEmail(q)})
    union all select ${isId(q) ? q : null}::uuid`
  return searchNewest(db, 'created_at', query.limit, {
    newest: (limit) => selectManagedReviews(db, { ...query, limit }),
    matches: sql<boolean>`' ' || name || ' ' || text || ' ' || email ilike ${pattern}`,
    // The index reviews_text has the first expression.
    byIndex: () =>
      selectManagedReviews(db, query)
        .where(sql<boolean>`reviews.id = any (array(${found}))`)
        .execute(),
  })
}

/** The newest reviews after the one with the _id `after`. */
function selectNewestReviews(db: Database, page: PageQuery) {
  const rows = db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.name', 'text', 'rating', 'reviews.created_at'])
  return newestFirst(rows, 'reviews', 'created_at', page)
}

type Row = { id: string; name: string; text: string; rating: number; created_at: Date }

function toReview({ id, created_at, ...review }: Row): Review {
  return { _id: id, ...review, date: created_at.toISOString() }
}
