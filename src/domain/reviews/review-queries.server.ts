import type { Database } from '#db/connection.ts'
import type { PageQuery } from '../shared/lists.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import type { Review } from './review.ts'

/** The newest reviews after the one with the _id `after`. */
export function selectNewestReviews(db: Database, page: PageQuery) {
  const rows = db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.name', 'text', 'rating', 'reviews.created_at'])
  return newestFirst(rows, 'reviews', 'created_at', page)
}

type ReviewRow = { id: string; name: string; text: string; rating: number; created_at: Date }

/** A review row as the API returns it. */
export function toReview({ id, created_at, ...review }: ReviewRow): Review {
  return { _id: id, ...review, date: created_at.toISOString() }
}
