import { listYearsWithParts } from '#domain/products/vehicles-with-parts.server.ts'
import { CARS_PATH, vehiclePath } from '#domain/vehicles/vehicle-path.ts'
import { hydrateOnInteraction } from '../../hydration/deferred-hydration.ts'
import { breadcrumbJsonLd } from '../../layout/breadcrumb.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, openShop } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/model'
import { notIndexed } from './not-indexed.ts'
import { requireVehicle } from './require-vehicle.server.ts'
import { VehicleError } from './vehicle-error.tsx'
import { VehicleIndex } from './vehicle-index.tsx'

export const handle = { hydrate: hydrateOnInteraction } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { name, years, trail } = args.loaderData
  return [
    ...publicMeta(args, {
      title: `${name} parts by year`,
      description: `Auto parts for the ${name}: choose the model year of your car, and see every part that fits it.`,
      about: import.meta.env.SSR ? (origin) => breadcrumbJsonLd(trail, origin) : undefined,
    }),
    ...notIndexed(years.length === 0),
  ]
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = openShop(context)
  const { make, model = '' } = await requireVehicle(shop, request, params)
  const years = await listYearsWithParts(shop, make, model)
  context.set(cacheTagsContext, ['products'])
  return {
    name: `${make} ${model}`,
    years: years.map((year) => ({ name: String(year), path: vehiclePath({ make, model, year }) })),
    trail: [
      { name: 'Cars', path: CARS_PATH },
      { name: make, path: vehiclePath({ make }) },
      { name: model, path: vehiclePath({ make, model }) },
    ],
  }
}

/** The years of a model that parts fit. */
export default function Model({ loaderData: { name, years, trail } }: Route.ComponentProps) {
  return (
    <VehicleIndex
      title={`${name} parts`}
      lead="Choose the model year of your car."
      trail={trail}
      groups={[{ title: 'Model years', links: years }]}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <VehicleError error={error} />
}
