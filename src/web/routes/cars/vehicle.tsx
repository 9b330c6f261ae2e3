import * as paths from '#paths.ts'
import { EngineLinks } from '../../components/listing/engine-links.tsx'
import { GroupLinks } from '../../components/listing/group-links.tsx'
import { ListedProducts } from '../../components/listing/listed-products.tsx'
import { LISTING_QUERY, listingPagePath } from '../../components/listing/listing-page.ts'
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

export const handle = { hydrate: 'on-interaction', query: LISTING_QUERY } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { name, category, path, view, total, totalIsExact, products, trail } = args.loaderData
  const page = view.page > 1 ? `, page ${view.page}` : ''
  return publicMeta(args, {
    title: `${category ?? 'Parts'} for ${name}${page}`,
    description: `${countParts(total, totalIsExact)}${category ? ` in ${category}` : ''} for the ${name}${page}: with price, stock, minimum order and the engines they fit.`,
    // Every sort order lists the same parts.
    path: listingPagePath(path, { page: view.page }),
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
  const { name, category, total, totalIsExact, categories, engines, fits } = loaderData
  return (
    <Page className="sm:pt-6">
      <Breadcrumb trail={loaderData.trail} />
      <PageHeading
        eyebrow={category ? name : 'Parts for your car'}
        title={category ?? name}
        lead={total === 0 ? undefined : `${countParts(total, totalIsExact)} for this car.`}
        actions={<LinkButton to={loaderData.searchPath}>Search and filter</LinkButton>}
      />
      {(categories.length > 1 || category !== null) && (
        <GroupLinks
          label={`Categories for the ${name}`}
          groups={
            category === null
              ? categories
              : [{ name: 'All categories', path: loaderData.allPath, count: null }, ...categories]
          }
        />
      )}
      {total === 0 ? (
        <EmptyState
          title={`No ${category ?? 'parts'} for the ${name} yet`}
          text="We haven’t checked any for this car yet. Ask the counter, and we’ll look it up."
        >
          <LinkButton to={paths.contact}>Ask the counter</LinkButton>
          {category !== null && <LinkButton to={loaderData.allPath}>Other parts for this car</LinkButton>}
          <LinkButton to={paths.parts}>Browse all parts</LinkButton>
        </EmptyState>
      ) : (
        <>
          <EngineLinks engines={engines} />
          <ListedProducts listing={loaderData} fits={fits} />
        </>
      )}
    </Page>
  )
}

export const ErrorBoundary = VehicleError
