import { Link } from 'react-router'
import { listListings } from '#domain/products/find-listing.server.ts'
import { sameListing } from '#domain/products/same-listing.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
import { ListingTiles } from '../../components/listing/listing-tiles.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, shopFrom, storeContext } from '../../page-context.ts'
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
  const brands = kind === 'brand' ? context.get(storeContext).content.home.brands : undefined
  return {
    kind,
    listings: listings.map((one) => ({ ...one, logo: sameListing(one, brands?.list ?? [])?.logo })),
    hasOwnColors: brands?.colors === 'own',
  }
}

/** All categories, or all brands. */
export default function Listings({ loaderData: { kind, listings, hasOwnColors } }: Route.ComponentProps) {
  const [one, many] = kind === 'category' ? ['category', 'categories'] : ['brand', 'brands']
  return (
    <Page>
      <PageHeading
        title={titles[kind]}
        lead={
          listings.length > 0 && (
            <>
              {formatCountOf(listings.length, one, many)} online. Looking for another?{' '}
              <Link to={paths.contact} className="underline underline-offset-4">
                Ask the counter
              </Link>
              .
            </>
          )
        }
      />
      {listings.length === 0 ? (
        <EmptyState title="No parts yet" text="New parts appear here as soon as they’re added." />
      ) : (
        <ListingTiles kind={kind} listings={listings} hasOwnColors={hasOwnColors} />
      )}
    </Page>
  )
}
