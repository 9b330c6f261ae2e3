import { ListManagedReviewsQuery, type ManagedReview } from '#domain/reviews/review.ts'
import { readCount } from '../../components/admin-list/list-url-state.ts'

/** Rows that are shown at first, and how many more each time. */
export const STEP = 25
/** Rows that are shown at most: the search narrows down what is older. */
const MOST = 2000

/** What an admin filters by: the API's own words. */
export type ReviewFilter = NonNullable<ListManagedReviewsQuery['status']>

/** What the table shows, as the address says it. `shown` counts rows. */
export type ReviewListView = { q: string; status: ReviewFilter | undefined; shown: number }

/** Reads the address; what it does not know is left out. */
export function readReviewListView(query: URLSearchParams): ReviewListView {
  const status = ListManagedReviewsQuery.shape.status.safeParse(query.get('status') ?? undefined)
  return {
    q: query.get('q')?.trim().slice(0, 100) ?? '',
    status: status.data,
    shown: Math.min(MOST, readCount(query.get('shown'), STEP)),
  }
}

/** The reviews that belong to the view: one that was just hidden leaves the list of shown ones. */
export function reviewsInView(
  reviews: readonly ManagedReview[],
  { status, shown }: ReviewListView,
): readonly ManagedReview[] {
  const listed = status ? reviews.filter(({ hidden }) => hidden === (status === 'hidden')) : reviews
  return listed.slice(0, shown)
}
