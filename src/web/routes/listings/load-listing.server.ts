import { data, redirect } from 'react-router'
import { findListing } from '#domain/products/find-listing.server.ts'
import { sameListing } from '#domain/products/same-listing.ts'
import { searchForVehicle } from '#domain/search/search-catalogue.server.ts'
import { vehicleFromQuery } from '#domain/vehicles/chosen-vehicle.ts'
import * as paths from '#paths.ts'
import { listingPagePath } from '../../components/listing/listing-page-path.ts'
import { partsPath, readProductSearch } from '../../components/listing/parts-url.ts'
import { prepareListingPage } from '../../components/listing/prepare-listing-page.server.ts'
import { serializeChoices } from '../../components/vehicle-finder/serialized-choices.ts'
import { limitSearches } from '../../limit-searches.server.ts'
import { shopFrom, storeContext } from '../../page-context.ts'
import type { Route } from './+types/listing'
import { listingKindAt } from './listing-kind.ts'

/**
 * One page of the parts of the category or brand at this path.
 * @throws a 404, or a redirect to its canonical URL or last page, or for a vehicle or sort order to the
 * search for it.
 */
export async function loadListing({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const kind = listingKindAt(url.pathname)
  const shop = shopFrom(context)
  const listing = await findListing(shop, kind, params.slug)
  if (!listing) throw data(null, { status: 404 })
  const { name } = listing
  const query = Object.fromEntries(['page', 'sort'].map((key) => [key, url.searchParams.get(key) ?? '']))
  const search = readProductSearch(new URLSearchParams({ ...query, [kind]: name }))
  const path = paths.listing(kind, listing.slug)
  const pathOf = (page: number) => listingPagePath(path, page)

  const vehicle = vehicleFromQuery(url.searchParams)
  // The search's list has the vehicle's engines, and the choice of all vehicles.
  if (vehicle.make !== undefined || search.sort !== 'best')
    throw redirect(partsPath(search, { vehicle, page: search.page }))
  if (listing.slug !== params.slug) throw redirect(pathOf(search.page), 301)

  await limitSearches(context, 'listing')
  const found = await searchForVehicle(shop, search)
  const brands = kind === 'brand' ? context.get(storeContext).content.home.brands : undefined
  return {
    ...prepareListingPage(context, found, search, pathOf),
    kind,
    name,
    path,
    mark: brands && {
      ...(sameListing(listing, brands.list) ?? { name }),
      hasOwnColors: brands.colors === 'own',
    },
    choices: serializeChoices(found.vehicle.choices),
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
