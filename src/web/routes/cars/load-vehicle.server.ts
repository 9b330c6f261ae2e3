import { data, redirect } from 'react-router'
import { findListing } from '#domain/products/find-listing.server.ts'
import { searchForVehicle } from '#domain/search/search-catalogue.server.ts'
import { vehicleLabel } from '#domain/vehicles/chosen-vehicle.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'
import { cardFits } from '../../components/fit/card-fit.ts'
import { listingPagePath } from '../../components/listing/listing-page-path.ts'
import { partsPath, readProductSearch } from '../../components/listing/parts-url.ts'
import { prepareListingPage } from '../../components/listing/prepare-listing-page.server.ts'
import { limitSearches } from '../../limit-searches.server.ts'
import { shopFrom } from '../../page-context.ts'
import type { Route } from './+types/vehicle'
import { requireVehicle } from './require-vehicle.server.ts'

/**
 * One page of the parts that fit the vehicle at this path.
 * @throws a 404, or a redirect to its canonical URL or last page, or for a sort order to the search.
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
  const pathOf = (page: number) => listingPagePath(path, page)
  const query = new URL(request.url).searchParams
  const [page, sort] = ['page', 'sort'].map((key) => query.get(key) ?? '')
  const read = readProductSearch(new URLSearchParams({ page: page ?? '', sort: sort ?? '' }))
  const search = { ...read, vehicle, category: listing?.name ?? '' }
  if (search.sort !== 'best') throw redirect(partsPath(search, { page: search.page }))

  await limitSearches(context, 'listing')
  const found = await searchForVehicle(shop, search)
  return {
    ...prepareListingPage(context, found, search, pathOf),
    name,
    vehicle,
    category: listing?.name ?? null,
    path,
    allPath: paths.car(vehicleSlugs(vehicle)),
    fits: cardFits(Object.entries(found.fits), `the ${model}`, `${pathOf(search.page)}#engines`),
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
