import { listingSlug } from '#domain/products/listing-slug.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'
import { EngineLinks } from '../../components/listing/engine-links.tsx'
import { listingPagePath } from '../../components/listing/listing-page-path.ts'
import { ListingScreen } from '../../components/listing/listing-screen.tsx'
import { productListJsonLd } from '../../components/listing/product-list-json-ld.ts'
import { countParts } from '../../components/product-card/count-parts.ts'
import { Breadcrumb, breadcrumbJsonLd } from '../../layout/breadcrumb.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/vehicle'
import { VehicleError } from './vehicle-error.tsx'

export const handle = { hydrate: 'on-interaction', query: ['page', 'sort'] } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { name, category, path, search, total, totalIsExact, products, trail } = args.loaderData
  const page = search.page > 1 ? `, page ${search.page}` : ''
  return publicMeta(args, {
    title: `${category ?? 'Parts'} for ${name}${page}`,
    description: `${countParts(total, totalIsExact)}${category ? ` in ${category}` : ''} for the ${name}${page}: with price, stock, minimum order and the engines they fit.`,
    path: listingPagePath(path, search.page),
    about: import.meta.env.SSR
      ? (origin) => ({
          '@graph': [productListJsonLd(products, origin), breadcrumbJsonLd(trail, origin)],
        })
      : undefined,
    noindex: total === 0,
  })
}

export { limitHeaders as headers } from '../../limit-searches.server.ts'
export { loadVehicle as loader } from './load-vehicle.server.ts'

/** The parts that fit one vehicle, of one category or all. */
export default function Vehicle({ loaderData }: Route.ComponentProps) {
  const { name, vehicle, category, total, engines, fits, path, allPath } = loaderData
  return (
    <Page className="pt-4 sm:pt-5">
      <Breadcrumb trail={loaderData.trail} />
      <PageHeading title={`${category ?? 'Parts'} for the ${name}`} compact />
      {total === 0 ? (
        <EmptyState
          title={`No ${category ?? 'parts'} for the ${name} yet`}
          text="We haven’t checked any for this car yet. Ask us, and we’ll look it up."
        >
          <LinkButton to={paths.contact}>Contact us</LinkButton>
          {category !== null && <LinkButton to={allPath}>Other parts for this car</LinkButton>}
          <LinkButton to={paths.parts}>Browse all parts</LinkButton>
        </EmptyState>
      ) : (
        <>
          <EngineLinks engines={engines} />
          <ListingScreen
            listing={loaderData}
            fits={fits}
            categoryPath={(category) =>
              category === '' ? allPath : paths.car(vehicleSlugs(vehicle, listingSlug(category)))
            }
            pathOf={(page) => listingPagePath(path, page)}
          />
        </>
      )}
    </Page>
  )
}

export const ErrorBoundary = VehicleError
