import { redirect } from 'react-router'
import { findVehicle } from '#contract/vehicles.ts'
import { listingSlug } from '#domain/products/listing-slug.ts'
import { kindOfSearch } from '#domain/search/client-searches.server.ts'
import { searchForVehicle } from '#domain/search/search-catalogue.server.ts'
import { isWholeVehicle } from '#domain/vehicles/chosen-vehicle.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'
import { prepareListingPage } from '../../components/listing/prepare-listing-page.server.ts'
import { productListJsonLd } from '../../components/listing/product-list-json-ld.ts'
import { cardFits } from '../../components/product-card/card-fits.server.ts'
import { countParts } from '../../components/product-card/count-parts.ts'
import { ProductGrid } from '../../components/product-card/product-grid.tsx'
import { serializeChoices } from '../../components/vehicle-finder/serialized-choices.ts'
import { formCall, refusalHeaders, submitForm } from '../../form-action.server.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { limitHeaders, limitSearches } from '../../limit-searches.server.ts'
import { shopFrom, visitorContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { TextLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import type { Route } from './+types/parts'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { NothingFound } from './nothing-found.tsx'
import { partsPath, type ProductSearch, readProductSearch } from './parts-url.ts'
import { ProductSearchField } from './product-search-field.tsx'
import { VehiclePanel } from './vehicle-panel.tsx'
import { VinFound } from './vin-found.tsx'
import { readVinInSearch } from './vin-in-search.server.ts'

export const handle = { sitemap: true, hydrate: 'after-paint' } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  const shown = args.loaderData
  return publicMeta(args, {
    title: shown.title,
    description: 'Browse auto parts by vehicle, category and brand, with price, stock and minimum order.',
    path: shown.address,
    about: import.meta.env.SSR ? (origin) => productListJsonLd(shown.products, origin) : undefined,
    // The page shows any words that a link contains.
    noindex: shown.total === 0,
  })
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = shopFrom(context)
  const requested = readProductSearch(new URL(request.url).searchParams)
  await limitSearches(context, kindOfSearch(requested.q, requested.vehicle.make))
  const found = await searchForVehicle(shop, { ...requested, namesVehicle: true, hasOffers: true })
  if (found.inWords) throw redirect(partsPath(requested, found.inWords))
  const { vehicle, fits } = found
  const search = { ...requested, vehicle: vehicle.chosen }
  const shown = prepareListingPage(context, found, search.page, (page) => partsPath(search, { page }))
  if (found.total === 0 || found.isWider)
    await shop.missedSearches.count(search.q, context.get(visitorContext).address)
  const vin = found.total === 0 ? await readVinInSearch(context, search) : null

  return {
    ...shown,
    search,
    vin,
    choices: serializeChoices(vehicle.choices),
    fits: isWholeVehicle(vehicle.chosen) ? cardFits(fits, vehicle.chosen.model) : {},
    totalIsExact: found.totalIsExact,
    corrected: found.corrected,
    address: addressOf(search),
    facets: found.facets,
    isEmpty: found.total === 0 && !vin,
    offers: found.offers,
    vehicle: {
      name: vehicle.name,
      isWhole: isWholeVehicle(vehicle.chosen),
      isUnknown: requested.vehicle.make !== undefined && !vehicle.chosen.make,
    },
    title: vehicle.name ? `Parts for ${vehicle.name}` : search.category || 'Parts',
  }
}

/**
 * The canonical URL: the list that search engines index instead of each of its searches, filters and sort
 * orders. It is the page of the vehicle, category or brand, or the list of all parts.
 */
function addressOf(search: ProductSearch): string {
  const { make, year, model } = search.vehicle
  if (make && year && model) return paths.car(vehicleSlugs({ make, model, year }))
  if (search.category !== '') return paths.listing('category', listingSlug(search.category))
  if (search.brand !== '') return paths.listing('brand', listingSlug(search.brand))
  const isPlain = partsPath(search, { page: 1 }) === paths.parts
  return isPlain && search.page > 1 ? paths.search({ page: search.page }) : paths.parts
}

/**
 * The vehicle in words or a VIN. A VIN is in the body only; the redirect has the vehicle's make, year, model
 * and engine.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const search = readProductSearch(new URL(request.url).searchParams)
  return submitForm(context, {
    '': formCall(findVehicle, {
      shown: ['vehicle'],
      next: ({ rest, ...vehicle }) => partsPath(search, { vehicle, ...(rest !== '' && { q: rest }) }),
    }),
  })
}

export const headers = (args: Route.HeadersArgs) =>
  args.errorHeaders ? limitHeaders(args) : refusalHeaders(args)

export default function Parts({ loaderData, actionData }: Route.ComponentProps) {
  const { search, choices, products, fits, total, pageSize, facets, vehicle, title } = loaderData
  const first = (search.page - 1) * pageSize + 1
  const parts = countParts(total, loaderData.totalIsExact)
  return (
    <Page>
      <PageHeading eyebrow="Catalog" title={title} compact={search.q !== ''} />
      <VehiclePanel refused={actionData} search={search} choices={choices} vehicle={vehicle} />
      <ProductSearchField search={search} />
      {search.q === '' && <BrowseLinks className="mt-2 max-lg:hidden" />}
      <div className="mt-4 grid lg:mt-2 gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <FilterPanel search={search} facets={facets} count={parts} />
        <div className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p role="status" className="text-ink-soft tabular-nums">
              {total === 0 && 'No parts'}
              {total > 0 &&
                (total > pageSize ? `${first}–${first + products.length - 1} of ${parts}` : parts)}
            </p>
            <ChosenFilters search={search} />
          </div>
          {loaderData.corrected !== undefined && total > 0 && (
            <p className="mb-4">
              Showing results for <em>{loaderData.corrected}</em>
            </p>
          )}
          {loaderData.vin && <VinFound vin={loaderData.vin} />}
          {loaderData.vin ? null : loaderData.isEmpty ? (
            <NothingFound search={search} vehicle={vehicle} offers={loaderData.offers} />
          ) : (
            <ProductGrid products={products} fits={fits} columns="xl:grid-cols-3" />
          )}
          <PageLinks
            label="Pages of parts"
            page={search.page}
            pages={loaderData.pages}
            pathOf={(page) => partsPath(search, { page })}
          />
        </div>
      </div>
      <BrowseLinks className={classNames('mt-6', search.q === '' && 'lg:hidden')} />
    </Page>
  )
}

/** Links to all parts, without a search. */
function BrowseLinks({ className }: { className: string }) {
  return (
    <p className={className}>
      <TextLink to={paths.partList}>Look up a list of part numbers</TextLink>{' '}
      <TextLink to={paths.cars} className="ml-4">
        Parts by car
      </TextLink>
    </p>
  )
}
