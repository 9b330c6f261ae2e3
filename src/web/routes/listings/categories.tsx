import { ListingsPage } from './listings-page.tsx'
import { loadListings } from './load-listings.server.ts'
import { hydrateOnInteraction } from '../../hydration/deferred-hydration.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/categories'

export const handle = { sitemap: true, hydrate: hydrateOnInteraction } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Categories',
    description: 'All categories of the parts that we sell, with the number of parts of each.',
  })

export function loader({ context }: Route.LoaderArgs) {
  return loadListings('category', context)
}

export default function Categories({ loaderData: { listings } }: Route.ComponentProps) {
  return <ListingsPage title="Categories" kind="category" listings={listings} />
}
