import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { formatCount } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
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
import { ErrorPage } from '../error/error-page.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import type { Route } from './+types/listing'
import { listingKindAt } from './listing-kind.ts'

export const handle = { hydrate: 'on-interaction', query: LISTING_QUERY } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { kind, name, path, view, total, products, trail } = args.loaderData
  const page = view.page > 1 ? `, page ${view.page}` : ''
  const subject = kind === 'category' ? name : `parts by ${name}`
  return publicMeta(args, {
    title: kind === 'category' ? `${name}${page}` : `${name} parts${page}`,
    description: `${formatCount(total)} ${subject}${page}: with price, stock, minimum order and the vehicles they fit.`,
    // Every sort order lists the same parts.
    path: listingPagePath(path, { page: view.page }),
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
  const { kind, name, total, others, groups } = listing
  const search = { [kind]: name }
  return (
    <Page className="sm:pt-6">
      <Breadcrumb trail={listing.trail} />
      <PageHeading
        title={name}
        lead={countParts(total)}
        actions={<LinkButton to={paths.search(search)}>Search and filter</LinkButton>}
      />
      {groups.length > 1 && (
        <GroupLinks
          label={kind === 'category' ? `Brands of ${name}` : `Categories of ${name}`}
          groups={groups.map((group) => ({
            ...group,
            path: paths.search({ ...search, [kind === 'category' ? 'brand' : 'category']: group.name }),
          }))}
        />
      )}
      <ListedProducts listing={listing} />
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
