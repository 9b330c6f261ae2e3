import { data } from 'react-router'
import { findListing } from '#domain/products/find-listing.server.ts'
import { listingSlug } from '#domain/products/listing-slug.ts'
import { searchForVehicle } from '#domain/search/search-catalogue.server.ts'
import { vehicleLabel } from '#domain/vehicles/chosen-vehicle.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'
import { listingPagePath, readListingPage } from '../../components/listing/listing-page.ts'
import { mostFrequent } from '../../components/listing/most-frequent.ts'
import { prepareListingPage } from '../../components/listing/prepare-listing-page.server.ts'
import { cardFits } from '../../components/product-card/card-fits.server.ts'
import { limitSearches } from '../../limit-searches.server.ts'
import { shopFrom } from '../../page-context.ts'
import type { Route } from './+types/vehicle'
import { requireVehicle } from './require-vehicle.server.ts'

/** The maximum number of linked categories; the search's filters offer all of them. */
const MAX_CATEGORIES = 60

/**
 * One page of the parts that fit the vehicle at this path.
 * @throws a 404, or a redirect to its canonical URL or last page.
 */
export async function loadVehicle({ context, params, request }: Route.LoaderArgs) {
  const shop = shopFrom(context)
  const listing = params.category === undefined ? null : await findListing(shop, 'category', params.category)
  const {
    make,
    model = '',
    year,
  } = await requireVehicle(shop, request, params, listing?.slug ?? params.category)
  const vehicle = { make, year, model }
  if (params.category !== undefined && !listing) throw data({ known: vehicle }, { status: 404 })
  const name = vehicleLabel(vehicle)
  const path = paths.car(vehicleSlugs(vehicle, listing?.slug))
  const view = readListingPage(new URL(request.url).searchParams)

  await limitSearches(context, 'listing')
  const found = await searchForVehicle(shop, { vehicle, category: listing?.name, ...view })
  return {
    ...prepareListingPage(context, found, view.page, (page) => listingPagePath(path, { ...view, page })),
    name,
    category: listing?.name ?? null,
    path,
    allPath: paths.car(vehicleSlugs(vehicle)),
    searchPath: paths.search({ ...vehicle, category: listing?.name }),
    view,
    totalIsExact: found.totalIsExact,
    fits: cardFits(found.fits, model),
    categories: mostFrequent(found.facets.categories, MAX_CATEGORIES, listing?.name).map((category) => ({
      ...category,
      path: paths.car(vehicleSlugs(vehicle, listingSlug(category.name))),
      current: category.name === listing?.name,
    })),
    engines: found.vehicle.choices.engines.map(({ key, label }) => ({
      name: label,
      path: paths.search({ ...vehicle, engine: key }),
    })),
    trail: [
      { name: 'Cars', path: paths.cars },
      { name: make, path: paths.car(vehicleSlugs({ make })) },
      { name: model, path: paths.car(vehicleSlugs({ make, model })) },
      { name: String(year), path: paths.car(vehicleSlugs(vehicle)) },
      ...(listing ? [{ name: listing.name, path }] : []),
    ],
  }
}
