import { listMakesWithParts } from '#domain/products/vehicles-with-parts.server.ts'
import { COMMON_MAKES } from '#domain/vehicles/make-names.ts'
import { vehiclePath } from '#domain/vehicles/vehicle-path.ts'
import { hydrateOnInteraction } from '../../hydration/deferred-hydration.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, openShop } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/makes'
import { notIndexed } from './not-indexed.ts'
import { VehicleIndex } from './vehicle-index.tsx'

export const handle = { hydrate: hydrateOnInteraction } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => [
  ...publicMeta(args, {
    title: 'Parts by car',
    description: 'Auto parts by make, model and year: choose your car, and see every part that fits it.',
  }),
  ...notIndexed(args.loaderData?.groups.length === 0),
]

export async function loader({ context }: Route.LoaderArgs) {
  const makes = await listMakesWithParts(openShop(context))
  context.set(cacheTagsContext, ['products'])
  const link = (make: string) => ({ name: make, path: vehiclePath({ make }) })
  const isCommon = (make: string) => COMMON_MAKES.includes(make)
  const groups = [
    { title: 'Common makes', links: makes.filter(isCommon).map(link) },
    { title: 'More makes', links: makes.filter((make) => !isCommon(make)).map(link) },
  ]
  return { groups: groups.filter(({ links }) => links.length > 0) }
}

/** All makes that parts fit. */
export default function Makes({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <VehicleIndex
      title="Parts by car"
      lead="Choose the make of your car, then its model and year, to see what fits."
      trail={[]}
      groups={groups}
    />
  )
}
