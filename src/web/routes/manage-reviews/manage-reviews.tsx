import { useRevalidator } from 'react-router'
import { hideReview, listManagedReviews } from '#contract/reviews.ts'
import type { ManagedReview } from '#domain/reviews/review.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { AdminList, ShownCount } from '../../components/admin-list/admin-list.tsx'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { LoadedList, withHandledRejection } from '../../components/admin-list/loaded-list.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { useListActions } from '../../components/admin-list/use-list-actions.ts'
import { useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts'
import { requireAdmin } from '../../session/require-session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/manage-reviews'
import { reviewColumns } from './review-columns.tsx'
import { reviewCsv } from './review-csv.ts'
import {
  readReviewListView,
  type ReviewFilter,
  type ReviewListView,
  reviewsInView,
  PAGES,
} from './review-list.ts'
import { titled } from '../../layout/public-meta.ts'

const TITLE = 'Manage Reviews'

export const handle = { wide: true } satisfies RouteHandle

export const meta = titled(TITLE)

/** One extra row shows whether there are more. */
function loadReviews({ q, status, shown }: ReviewListView): Promise<readonly ManagedReview[]> {
  return fetchAllPages((page) => api(listManagedReviews, { query: { ...page, q, status } }), shown + 1)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { list: withHandledRejection(loadReviews(readReviewListView(new URL(request.url).searchParams))) }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} />
}

export default function ManageReviews({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={TITLE}
        compact
        lead="A hidden review disappears from the store immediately, and stays in this list."
        actions={<LinkButton to="/customerReviews">See the public page</LinkButton>}
      />
      <LoadedList label="Loading reviews" list={loaderData.list}>
        {(loaded) => <ReviewList loaded={loaded} />}
      </LoadedList>
    </>
  )
}

const NOUNS = ['review', 'reviews'] as const

function ReviewList({ loaded }: { loaded: readonly ManagedReview[] }) {
  const { rows: reviews, act, list } = useListActions(loaded)
  const { query, change, show, pending } = useListUrlState()
  const view = readReviewListView(query)
  const rows = reviewsInView(reviews, view)
  const { revalidate } = useRevalidator()

  const hide = async (review: ManagedReview, hidden: boolean) => {
    await act(
      {
        row: review,
        patch: { hidden },
        leaves: view.status !== undefined,
        call: () => api(hideReview, { params: { id: review._id }, body: { hidden } }),
        done: hidden ? 'Review hidden' : 'Review shown again',
        undo: () => void hide(review, !hidden),
        failed: (error) =>
          `The review of ${review.name} is still ${hidden ? 'shown' : 'hidden'}. ${problemText(error)}`,
      },
      rows,
    )
    // Refetches a filtered list that gained or lost the review.
    void revalidate()
  }

  return (
    <AdminList
      nouns={NOUNS}
      placeholder="Words, name or email"
      q={view.q}
      onSearch={(q) => change({ q, shown: null }, { replace: true })}
      filters={
        <FilterTabs<ReviewFilter | 'all'>
          label="Filter reviews by status"
          value={view.status ?? 'all'}
          onChange={(status) => change({ status: status === 'all' ? null : status, shown: null })}
          tabs={[
            { key: 'all', label: 'All' },
            { key: 'shown', label: 'Shown' },
            { key: 'hidden', label: 'Hidden' },
          ]}
        />
      }
      rows={rows}
      columns={reviewColumns((review) => void hide(review, !review.hidden))}
      list={list}
      pending={pending}
      csv={{ rows, columns: reviewCsv }}
      empty={
        view.q || view.status ? (
          <EmptyState
            title="No review matches"
            text="Search for some of its words, a name or an email address."
          >
            <Button onClick={() => change({ q: null, status: null, shown: null })}>Show all reviews</Button>
          </EmptyState>
        ) : (
          <EmptyState title="No reviews yet" text="What customers say about the store shows up here." />
        )
      }
    >
      <ShownCount
        nouns={NOUNS}
        first="The newest"
        rows={rows.length}
        shown={view.shown}
        loaded={loaded.length}
        pages={PAGES}
        onShow={show}
        pending={pending}
      />
    </AdminList>
  )
}
