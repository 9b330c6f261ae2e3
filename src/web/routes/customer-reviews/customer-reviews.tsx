import { redirect } from 'react-router'
import { z } from 'zod'
import { listReviews } from '#domain/reviews/list-reviews.server.ts'
import { summarizeReviews } from '#domain/reviews/summarize-reviews.server.ts'
import * as paths from '#paths.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, shopFrom } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/customer-reviews'
import { Review } from './review.tsx'
import { StarSummary } from './star-summary.tsx'

const PATH = paths.reviews
const PAGE_SIZE = 20

export const handle = { sitemap: true, hydrate: 'on-interaction', query: ['after'] } satisfies RouteHandle

const olderThan = (id: string) => `${PATH}?${new URLSearchParams({ after: id })}`

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Customer Reviews',
    description: 'Every customer review, newest first, with its stars, full text and date.',
    path: args.loaderData.after ? olderThan(args.loaderData.after) : PATH,
  })

/**
 * One page of reviews; `after` in the URL is the last review of the previous page. An invalid cursor
 * redirects to the first page.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = shopFrom(context)
  const cursor = new URL(request.url).searchParams.get('after')
  const after = z.uuid().safeParse(cursor).data
  const [summary, reviews] = await Promise.all([
    summarizeReviews(shop),
    listReviews(shop, { limit: PAGE_SIZE + 1, after }),
  ])
  if (cursor !== null && (!after || reviews.length === 0)) throw redirect(PATH)
  context.set(cacheTagsContext, ['reviews'])
  const shown = reviews.slice(0, PAGE_SIZE)
  return { summary, reviews: shown, after, last: reviews.length > PAGE_SIZE ? shown.at(-1)?._id : undefined }
}

export default function CustomerReviews({ loaderData }: Route.ComponentProps) {
  const { summary, reviews, after, last } = loaderData
  return (
    <Page>
      <PageHeading
        eyebrow="What Our Customers Are Saying"
        title="Customer Reviews"
        lead="Newest first, in their own words."
      />
      {summary.count === 0 ? (
        <EmptyState title="No reviews yet" text="The first customer to leave one starts this page." />
      ) : (
        <div className="grid items-start gap-10 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-16">
          <StarSummary summary={summary} />
          <div>
            <ol className="border-t border-line-strong">
              {reviews.map((review) => (
                <li key={review._id} className="border-b border-line">
                  <Review review={review} />
                </li>
              ))}
            </ol>
            {(after || last) && (
              <nav aria-label="Pages of reviews" className="mt-8 flex flex-wrap gap-3">
                {after && <LinkButton to={PATH}>Newest reviews</LinkButton>}
                {last && <LinkButton to={olderThan(last)}>Older reviews</LinkButton>}
              </nav>
            )}
          </div>
        </div>
      )}
    </Page>
  )
}
