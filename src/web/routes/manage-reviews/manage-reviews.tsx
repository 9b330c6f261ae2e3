import { hideReview, listManagedReviews } from '#contract/reviews.ts'
import { ListManagedReviewsQuery, type ManagedReview } from '#domain/reviews/review.ts'
import * as paths from '#paths.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { AdminList, ListFilter } from '../../components/list/admin-list.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/manage-reviews'
import { reviewColumns, reviewCsv } from './review-columns.tsx'

const TITLE = 'Manage Reviews'

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const PAGES: ListPages = { step: 25, max: 2000 }

const { status } = ListManagedReviewsQuery.shape
const readView = (query: URLSearchParams) => readListView(query, PAGES, { status })

export const clientLoader = listLoader((url) => {
  const { shown, ...query } = readView(url)
  return fetchListRows<ManagedReview>({ shown }, (page) =>
    api(listManagedReviews, { query: { ...page, ...query } }),
  )
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function ManageReviews({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="A hidden review disappears from the store immediately, and stays in this list."
      actions={<LinkButton to={paths.reviews}>See the public page</LinkButton>}
      list={loaderData.list}
      loading="Loading reviews"
    >
      {(loaded) => <ReviewList loaded={loaded} />}
    </ListPage>
  )
}

function ReviewList({ loaded }: { loaded: readonly ManagedReview[] }) {
  const { rows, view, act, list } = useAdminList(
    loaded,
    readView,
    ({ hidden }, filter) => filter.status && hidden,
  )

  const setHidden = (review: ManagedReview, hidden: boolean): void =>
    void act({
      row: review,
      patch: { hidden },
      call: () => api(hideReview, { params: { id: review._id }, body: { hidden } }),
      done: hidden ? 'Review hidden' : 'Review shown again',
      undo: () => setHidden(review, !hidden),
      failed: (error) =>
        `The review of ${review.name} is still ${hidden ? 'shown' : 'hidden'}. ${problemText(error)}`,
    })

  return (
    <AdminList
      nouns={['review', 'reviews']}
      placeholder="Words, name or email"
      list={list}
      filters={
        <ListFilter
          name="status"
          label="Filter reviews by status"
          value={view.status}
          tabs={[
            { key: 'all', label: 'All' },
            { key: 'shown', label: 'Shown' },
            { key: 'hidden', label: 'Hidden' },
          ]}
        />
      }
      rows={rows}
      columns={reviewColumns((review) => setHidden(review, !review.hidden))}
      csv={reviewCsv}
      noMatch={{
        title: 'No review matches',
        text: 'Search for some of its words, a name or an email address.',
        showAll: 'Show all reviews',
      }}
      none={<EmptyState title="No reviews yet" text="What customers say about the store shows up here." />}
      pager={{ pages: PAGES, loaded: loaded.length, first: 'The newest' }}
    />
  )
}
