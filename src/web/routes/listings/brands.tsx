import { ListingsPage } from './listings-page.tsx'
import { loadListings } from './load-listings.server.ts'
import { hydrateOnInteraction } from '../../hydration/deferred-hydration.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/brands'

export const handle = { sitemap: true, hydrate: hydrateOnInteraction } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Brands',
    description: 'All brands of the parts that we sell, with the number of parts of each.',
  })

export function loader({ context }: Route.LoaderArgs) {
  return loadListings('brand', context)
}

export default function Brands({ loaderData: { listings } }: Route.ComponentProps) {
  return <ListingsPage title="Brands" kind="brand" listings={listings} />
}
