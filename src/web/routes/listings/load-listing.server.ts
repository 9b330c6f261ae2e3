import { data, redirect } from 'react-router'
import { findListing } from '#domain/products/find-listing.server.ts'
import { searchProducts } from '#domain/search/search-products.server.ts'
import * as paths from '#paths.ts'
import { listingPagePath, readListingPage } from '../../components/listing/listing-page.ts'
import { mostFrequent } from '../../components/listing/most-frequent.ts'
import { prepareListingPage } from '../../components/listing/prepare-listing-page.server.ts'
import { limitSearches } from '../../limit-searches.server.ts'
import { shopFrom } from '../../page-context.ts'
import type { Route } from './+types/listing'
import { listingKindAt } from './listing-kind.ts'

/** The maximum number of linked brands of a category, or categories of a brand. */
const MAX_GROUPS = 24

/**
 * One page of the parts of the category or brand at this path.
 * @throws a 404, or a redirect to its canonical URL or last page.
 */
export async function loadListing({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const kind = listingKindAt(url.pathname)
  const shop = shopFrom(context)
  const listing = await findListing(shop, kind, params.slug)
  if (!listing) throw data(null, { status: 404 })
  const { name } = listing
  const path = paths.listing(kind, listing.slug)
  const view = readListingPage(url.searchParams)
  if (listing.slug !== params.slug) throw redirect(listingPagePath(path, view), 301)

  await limitSearches(context, 'listing')
  const found = await searchProducts(shop, { [kind]: name, ...view })
  return {
    ...prepareListingPage(context, found, view.page, (page) => listingPagePath(path, { ...view, page })),
    kind,
    name,
    path,
    view,
    groups: mostFrequent(kind === 'category' ? found.facets.brands : found.facets.categories, MAX_GROUPS),
    others: listing.others.map((other) => ({
      name: other,
      path: paths.search({ [kind]: other }),
    })),
    trail: [
      { name: 'Parts', path: paths.parts },
      { name: kind === 'category' ? 'Categories' : 'Brands', path: paths.listings[kind] },
      { name, path },
    ],
  }
}
