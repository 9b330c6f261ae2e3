import { listModelsWithParts } from '#domain/products/vehicles-with-parts.server.ts'
import { CARS_PATH, vehiclePath } from '#domain/vehicles/vehicle-path.ts'
import { hydrateOnInteraction } from '../../hydration/deferred-hydration.ts'
import { breadcrumbJsonLd } from '../../layout/breadcrumb.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, openShop } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/make'
import { notIndexed } from './not-indexed.ts'
import { requireVehicle } from './require-vehicle.server.ts'
import { VehicleError } from './vehicle-error.tsx'
import { VehicleIndex } from './vehicle-index.tsx'

export const handle = { hydrate: hydrateOnInteraction } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { make, models, trail } = args.loaderData
  return [
    ...publicMeta(args, {
      title: `${make} parts by model`,
      description: `Auto parts for ${make}: choose the model and year of your car, and see every part that fits it.`,
      about: import.meta.env.SSR ? (origin) => breadcrumbJsonLd(trail, origin) : undefined,
    }),
    ...notIndexed(models.length === 0),
  ]
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = openShop(context)
  const { make } = await requireVehicle(shop, request, params)
  const models = await listModelsWithParts(shop, make)
  context.set(cacheTagsContext, ['products'])
  return {
    make,
    models: models.map((model) => ({ name: model, path: vehiclePath({ make, model }) })),
    trail: [
      { name: 'Cars', path: CARS_PATH },
      { name: make, path: vehiclePath({ make }) },
    ],
  }
}

/** The models of a make that parts fit. */
export default function Make({ loaderData: { make, models, trail } }: Route.ComponentProps) {
  return (
    <VehicleIndex
      title={`${make} parts`}
      lead={`Choose the model of your ${make}.`}
      trail={trail}
      groups={[{ title: 'Models', links: models }]}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <VehicleError error={error} />
}
