import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { accountsByEmail } from '../accounts/account-queries.server.ts'
import { isId } from '../shared/id.ts'
import { searchNewest } from '../shared/newest-first.server.ts'
import { searchPattern } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { selectNewestReviews, toReview } from './review-queries.server.ts'
import type { ListManagedReviewsQuery, ManagedReview } from './review.ts'

/**
 * All reviews, hidden ones included, newest first. Access: admins.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listManagedReviews(
  shop: Pick<Shop, 'db' | 'searchBulkhead'>,
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
