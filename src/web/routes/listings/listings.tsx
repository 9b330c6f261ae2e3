import { listListings } from '#domain/products/find-listing.server.ts'
import { ListingTiles } from '../../components/listing/listing-tiles.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, shopFrom } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/listings'
import { listingKindAt } from './listing-kind.ts'

const titles = { category: 'Categories', brand: 'Brands' }

export const handle = { sitemap: true, hydrate: 'on-interaction', query: [] } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  const title = titles[listingKindAt(args.location.pathname)]
  return publicMeta(args, {
    title,
    description: `All ${title.toLowerCase()} of the parts that we sell, with the number of parts of each.`,
  })
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const kind = listingKindAt(new URL(request.url).pathname)
  const listings = await listListings(shopFrom(context), kind)
  context.set(cacheTagsContext, ['products'])
  return { kind, listings }
}

/** All categories, or all brands. */
export default function Listings({ loaderData: { kind, listings } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeading title={titles[kind]} />
      {listings.length === 0 ? (
        <EmptyState title="No parts yet" text="New parts appear here as soon as they’re added." />
      ) : (
        <ListingTiles kind={kind} listings={listings} />
      )}
    </Page>
  )
}
