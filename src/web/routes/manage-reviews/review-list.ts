import { ListManagedReviewsQuery, type ManagedReview } from '#domain/reviews/review.ts'
import { type ListPages, readListView } from '../../components/admin-list/list-pages.ts'

/** Rows at first and in the end. */
export const PAGES: ListPages = { step: 25, most: 2000 }

/** The filters; values of the API. */
export type ReviewFilter = NonNullable<ListManagedReviewsQuery['status']>

/** The view in the URL. `shown` counts rows. */
export type ReviewListView = { q: string; status: ReviewFilter | undefined; shown: number }

/** Parses the URL; unknown values are ignored. */
export function readReviewListView(query: URLSearchParams): ReviewListView {
  const status = ListManagedReviewsQuery.shape.status.safeParse(query.get('status') ?? undefined)
  return {
    ...readListView(query, PAGES),
    status: status.data,
  }
}

/** The reviews that match the filter: one that was just hidden leaves the list of visible ones. */
export function reviewsInView(
  reviews: readonly ManagedReview[],
  { status, shown }: ReviewListView,
): readonly ManagedReview[] {
  const listed = status ? reviews.filter(({ hidden }) => hidden === (status === 'hidden')) : reviews
  return listed.slice(0, shown)
}
