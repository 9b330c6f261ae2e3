import { data, redirect } from 'react-router'
import { findVehicle } from '#contract/vehicles.ts'
import { listingSlug } from '#domain/products/listing-slug.ts'
import { sameListing } from '#domain/products/same-listing.ts'
import { kindOfSearch } from '#domain/search/client-searches.server.ts'
import { partWithNumber } from '#domain/search/part-with-number.server.ts'
import { MAX_OTHERS } from '#domain/search/rank-matches.server.ts'
import { searchForVehicle } from '#domain/search/search-catalogue.server.ts'
import type { ProductSearchPage } from '#domain/search/search-products.server.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { isWholeVehicle } from '#domain/vehicles/chosen-vehicle.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import { findVin } from '#domain/vehicles/vin.ts'
import * as paths from '#paths.ts'
import { cardFits } from '../../components/fit/card-fit.ts'
import { HeadingMark } from '../../components/listing/heading-mark.tsx'
import { ListingScreen } from '../../components/listing/listing-screen.tsx'
import { partsPath, type ProductSearch, readProductSearch } from '../../components/listing/parts-url.ts'
import { prepareListingPage } from '../../components/listing/prepare-listing-page.server.ts'
import { productListJsonLd } from '../../components/listing/product-list-json-ld.ts'
import { VehiclePanel } from '../../components/listing/vehicle-panel.tsx'
import { serializeChoices } from '../../components/vehicle-finder/serialized-choices.ts'
import { formCall, refusalHeaders, submitForm } from '../../form-action.server.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { limitHeaders, limitSearches } from '../../limit-searches.server.ts'
import { cacheTagsContext, shopFrom, storeContext, visitorContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { TextLink } from '../../ui/button.tsx'
import type { Route } from './+types/parts'
import { NothingFound } from './nothing-found.tsx'
import { openSearch } from './open-search.server.ts'
import { NOT_STORED, readVinInSearch } from './vin-in-search.server.ts'
import { VinProblem } from './vin-problem.tsx'

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
  const found = await searchForVehicle(shop, {
    ...requested,
    namesVehicle: true,
    hasOffers: true,
    countsOthers: true,
    isForAll: requested.fit === 'all',
  })
  if (found.inWords) throw redirect(partsPath(requested, { ...found.inWords, fit: '' }))
  const { vehicle, fits } = found
  const { brands } = context.get(storeContext).content.home
  const search = { ...requested, vehicle: vehicle.chosen }
  const listing = prepareListingPage(context, found, search)
  if (found.total === 0 || found.isWider)
    await shop.missedSearches.count(search.q, context.get(visitorContext).address)
  const part = await partWithNumber(shop, search, found)
  if (part) throw redirect(paths.part(part))
  const vinProblem = found.total === 0 ? await readVinInSearch(context, search) : null

  const shown = {
    ...listing,
    vinProblem,
    choices: serializeChoices(vehicle.choices),
    fits: isWholeVehicle(vehicle.chosen)
      ? cardFits(
          Object.entries(fits),
          `your ${vehicle.chosen.model}`,
          `${partsPath(search, { page: search.page })}#engines`,
        )
      : undefined,
    counts: countsOf(found, search.fit === 'all'),
    corrected: found.corrected,
    address: addressOf(search),
    isEmpty: found.total === 0,
    offers: found.offers,
    vehicle: {
      name: vehicle.name,
      isWhole: isWholeVehicle(vehicle.chosen),
      isUnknown: requested.vehicle.make !== undefined && !vehicle.chosen.make,
    },
    title: titleOf(search, vehicle.name),
    mark: sameListing({ name: search.brand, slug: listingSlug(search.brand) }, brands?.list ?? []),
    hasOwnColors: brands?.colors === 'own',
  }
  // An address that was typed or linked elsewhere: the store's own pages put no VIN into one.
  const hasVin = findVin(search.q) !== null
  if (hasVin) context.set(cacheTagsContext, null)
  return data(shown, { headers: hasVin ? NOT_STORED : {} })
}

/** "Parts", "Brakes for 2009 Honda Civic", "Gripstone parts for 2009 Honda Civic" */
function titleOf({ brand, category, fit }: ProductSearch, vehicle: string): string {
  const subject = [brand, category || (brand === '' ? 'Parts' : 'parts')].filter(Boolean).join(' ')
  return vehicle && fit !== 'all' ? `${subject} for ${vehicle}` : subject
}

/** The numbers of parts for the vehicle (''), and for all vehicles. */
function countsOf({ total, totalIsExact, others }: ProductSearchPage, isForAll: boolean) {
  const shown = formatCount(total) + (totalIsExact ? '' : '+')
  const other = others === null ? null : formatCount(others) + (others < MAX_OTHERS ? '' : '+')
  return isForAll ? { '': other, all: shown } : { '': shown, all: other }
}

/**
 * The canonical URL: the list that search engines index instead of each of its searches, filters and sort
 * orders. It is the page of the vehicle, category or brand, or the list of all parts.
 */
function addressOf(search: ProductSearch): string {
  const { make, year, model } = search.vehicle
  if (make && year && model && search.fit !== 'all') return paths.car(vehicleSlugs({ make, model, year }))
  if (search.category !== '') return paths.listing('category', listingSlug(search.category))
  if (search.brand !== '') return paths.listing('brand', listingSlug(search.brand))
  const isPlain = partsPath(search, { page: 1 }) === paths.parts
  return isPlain && search.page > 1 ? paths.search({ page: search.page }) : paths.parts
}

/**
 * The header's search, or the vehicle in words or a VIN. A VIN is in the body only; the redirect has the
 * vehicle's make, year, model and engine.
 */
export async function action({ context, request }: Route.ActionArgs) {
  await openSearch(context)
  const search = readProductSearch(new URL(request.url).searchParams)
  return submitForm(context, {
    '': formCall(findVehicle, {
      shown: ['vehicle'],
      next: ({ rest, ...vehicle }) => partsPath(search, { vehicle, ...(rest !== '' && { q: rest }) }),
    }),
  })
}

export const headers = (args: Route.HeadersArgs) =>
  args.errorHeaders ? limitHeaders(args) : new Headers([...args.loaderHeaders, ...refusalHeaders(args)])

export default function Parts({ loaderData, actionData }: Route.ComponentProps) {
  const { search, choices, fits, total, vehicle, title, mark, hasOwnColors, vinProblem, corrected } =
    loaderData
  return (
    <Page className="pt-4 sm:pt-5">
      <div className="flex flex-wrap items-center gap-x-5">
        {mark && <HeadingMark brand={mark} hasOwnColors={hasOwnColors} />}
        <PageHeading title={title} compact />
      </div>
      <VehiclePanel
        refused={actionData}
        search={search}
        choices={choices}
        vehicle={vehicle}
        counts={loaderData.counts}
      />
      <ListingScreen
        listing={loaderData}
        fits={fits}
        note={
          corrected !== undefined &&
          total > 0 && (
            <p className="mb-4">
              Showing results for <em>{corrected}</em>
            </p>
          )
        }
        empty={
          vinProblem !== null ? (
            <VinProblem problem={vinProblem} />
          ) : loaderData.isEmpty ? (
            <NothingFound search={search} vehicle={vehicle} offers={loaderData.offers} />
          ) : undefined
        }
      />
      <p className="mt-6">
        <TextLink to={paths.partList}>Look up a list of part numbers</TextLink>{' '}
        <TextLink to={paths.cars} className="ml-4">
          Parts by car
        </TextLink>
      </p>
    </Page>
  )
}
