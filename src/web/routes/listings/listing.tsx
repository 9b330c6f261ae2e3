import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { formatCount } from '#domain/shared/format-count.ts'
import { vehicleSteps } from '#domain/vehicles/chosen-vehicle.ts'
import * as paths from '#paths.ts'
import { HeadingMark } from '../../components/listing/heading-mark.tsx'
import { listingPagePath } from '../../components/listing/listing-page-path.ts'
import { type ListingData, ListingScreen } from '../../components/listing/listing-screen.tsx'
import { partsPath } from '../../components/listing/parts-url.ts'
import { productListJsonLd } from '../../components/listing/product-list-json-ld.ts'
import { VehiclePanel } from '../../components/listing/vehicle-panel.tsx'
import { Breadcrumb, breadcrumbJsonLd } from '../../layout/breadcrumb.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton, TextLink } from '../../ui/button.tsx'
import { ErrorPage } from '../error/error-page.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import type { Route } from './+types/listing'
import { listingKindAt } from './listing-kind.ts'

/** The categories above the parts of a brand. */
const MAX_CATEGORIES = 8

export const handle = {
  hydrate: 'on-interaction',
  query: ['page', 'sort', ...vehicleSteps],
} satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { kind, name, path, search, total, products, trail } = args.loaderData
  const page = search.page > 1 ? `, page ${search.page}` : ''
  const subject = kind === 'category' ? name : `parts by ${name}`
  return publicMeta(args, {
    title: kind === 'category' ? `${name}${page}` : `${name} parts${page}`,
    description: `${formatCount(total)} ${subject}${page}: with price, stock, minimum order and the vehicles they fit.`,
    path: listingPagePath(path, search.page),
    about: import.meta.env.SSR
      ? (origin) => ({
          '@graph': [productListJsonLd(products, origin), breadcrumbJsonLd(trail, origin)],
        })
      : undefined,
  })
}

export { limitHeaders as headers } from '../../limit-searches.server.ts'
export { loadListing as loader } from './load-listing.server.ts'

/** The parts of one category or brand. */
export default function Listing({ loaderData: listing }: Route.ComponentProps) {
  const { name, path, search, choices, others, mark, kind } = listing
  return (
    <Page className="pt-4 sm:pt-5">
      <Breadcrumb trail={listing.trail} />
      {/* One line above the parts, which have to be on the first screen. */}
      <div className="flex flex-wrap items-center gap-x-5">
        {mark && <HeadingMark brand={mark} hasOwnColors={mark.hasOwnColors} />}
        <PageHeading title={name} compact />
        {mark?.about && <p className="mb-3 text-ink-soft max-sm:hidden">{mark.about}</p>}
        {kind === 'brand' && <BrandCategories listing={listing} />}
      </div>
      <VehiclePanel search={search} choices={choices} />
      <ListingScreen listing={listing} pathOf={(page) => listingPagePath(path, page)} />
      {others.length > 0 && (
        <p className="mt-8">
          Also listed as{' '}
          {others.map((other, at) => (
            <span key={other.name}>
              {at > 0 && ', '}
              <Link to={other.path} className="underline underline-offset-4">
                {other.name}
              </Link>
            </span>
          ))}
        </p>
      )}
    </Page>
  )
}

/** The categories of a brand's parts, as links to them. Phones have them in the filters only. */
function BrandCategories({ listing: { name, search, facets } }: { listing: ListingData & { name: string } }) {
  return (
    <nav aria-label={`Categories of ${name}`} className="mb-3 max-sm:hidden">
      <ul className="flex flex-wrap gap-x-5">
        {facets.categories.slice(0, MAX_CATEGORIES).map((category) => (
          <li key={category.name}>
            <TextLink to={partsPath(search, { category: category.name })} className="-my-2">
              {category.name}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const kind = listingKindAt(useLocation().pathname)
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />
  const all = kind === 'category' ? 'categories' : 'brands'
  return (
    <NotFoundPage
      title={`No such ${kind}`}
      text={`We ${kind === 'category' ? 'have' : 'carry'} no ${kind} by this name. Search by name or part number, or look through the ${all}.`}
    >
      <LinkButton to={paths.listings[kind]}>All {all}</LinkButton>
    </NotFoundPage>
  )
}
