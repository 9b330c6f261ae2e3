import { Listing } from './listing.tsx'
import { ListingError } from './listing-error.tsx'
import { listingMeta } from './listing-meta.ts'
import { loadListing } from './load-listing.server.ts'
import { hydrateOnInteraction } from '../../hydration/deferred-hydration.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/brand'

export const handle = { hydrate: hydrateOnInteraction } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  args.loaderData ? publicMeta(args, listingMeta(args.loaderData)) : []

export function loader({ params, ...request }: Route.LoaderArgs) {
  return loadListing('brand', params.slug, request)
}

export default function Brand({ loaderData }: Route.ComponentProps) {
  return <Listing listing={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListingError kind="brand" error={error} />
}
