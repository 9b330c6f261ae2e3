import {
  listMakesWithProducts,
  listModelsWithProducts,
  listYearsWithProducts,
} from '#domain/products/vehicles-with-products.server.ts'
import type { BrowsingShop } from '#domain/shop.ts'
import { COMMON_MAKES } from '#domain/vehicles/make-names.ts'
import { type VehicleAt, vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'
import { cacheTagsContext, shopFrom } from '../../page-context.ts'
import type { Route } from './+types/vehicle-index'
import { requireVehicle } from './require-vehicle.server.ts'

/**
 * The index page of vehicles at this path.
 * @throws a 404, or a redirect to its canonical URL.
 */
export async function loadVehicleIndex({ context, params, request }: Route.LoaderArgs) {
  const shop = shopFrom(context)
  const { make } = params
  const above = make ? await requireVehicle(shop, request, { ...params, make }) : null
  const { groups, ...texts } = await listVehicles(shop, above)
  context.set(cacheTagsContext, ['products'])
  return { ...texts, groups: groups.filter(({ links }) => links.length > 0) }
}

/** The makes with parts, the models of this make or the years of this model, with the texts of their page. */
async function listVehicles(shop: BrowsingShop, above: VehicleAt | null) {
  if (!above) {
    const makes = await listMakesWithProducts(shop)
    const link = (make: string) => ({ name: make, path: paths.car(vehicleSlugs({ make })) })
    const isCommon = (make: string) => COMMON_MAKES.includes(make)
    return {
      title: 'Parts by car',
      description: 'Auto parts by make, model and year: choose your car, and see every part that fits it.',
      heading: 'Parts by car',
      lead: 'Choose the make of your car, then its model and year, to see what fits.',
      groups: [
        { title: 'Common makes', links: makes.filter(isCommon).map(link) },
        { title: 'More makes', links: makes.filter((make) => !isCommon(make)).map(link) },
      ],
      trail: [],
    }
  }

  const { make, model } = above
  const trail = [
    { name: 'Cars', path: paths.cars },
    { name: make, path: paths.car(vehicleSlugs({ make })) },
  ]
  if (model === undefined) {
    const models = await listModelsWithProducts(shop, make)
    const links = models.map((name) => ({ name, path: paths.car(vehicleSlugs({ make, model: name })) }))
    return {
      title: `${make} parts by model`,
      description: `Auto parts for ${make}: choose the model and year of your car, and see every part that fits it.`,
      heading: `${make} parts`,
      lead: `Choose the model of your ${make}.`,
      groups: [{ title: 'Models', links }],
      trail,
    }
  }
  const years = await listYearsWithProducts(shop, make, model)
  const links = years.map((year) => ({
    name: String(year),
    path: paths.car(vehicleSlugs({ make, model, year })),
  }))
  return {
    title: `${make} ${model} parts by year`,
    description: `Auto parts for the ${make} ${model}: choose the model year of your car, and see every part that fits it.`,
    heading: `${make} ${model} parts`,
    lead: 'Choose the model year of your car.',
    groups: [{ title: 'Model years', links }],
    trail: [...trail, { name: model, path: paths.car(vehicleSlugs({ make, model })) }],
  }
}
