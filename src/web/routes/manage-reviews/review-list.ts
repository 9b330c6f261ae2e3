import { ListManagedReviewsQuery, type ManagedReview } from '#domain/reviews/review.ts'
import { type ListPages, readListView, unchangedRows } from '../../components/admin-list/list-pages.ts'

export const PAGES: ListPages = { step: 25, max: 2000 }

/** The view in the URL; unknown values are ignored. `shown` counts rows. */
export function readReviewListView(query: URLSearchParams) {
  return {
    ...readListView(query, PAGES),
    status: ListManagedReviewsQuery.shape.status.safeParse(query.get('status') ?? undefined).data,
  }
}

/**
 * The reviews to show. `reviews` are the loaded ones with their optimistic changes: one that was just hidden
 * leaves the list of visible ones.
 */
export function reviewsInView(
  loaded: readonly ManagedReview[],
  reviews: readonly ManagedReview[],
  { status, shown }: ReturnType<typeof readReviewListView>,
) {
  const listed = status ? unchangedRows(loaded, reviews, ({ hidden }) => hidden) : reviews
  return { rows: listed.slice(0, shown) }
}
