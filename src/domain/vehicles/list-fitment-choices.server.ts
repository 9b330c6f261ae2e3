import type { Shop } from '../shop.ts'
import { type FitmentChoices, type FitmentQuery, UNKNOWN_ENGINE } from './fitment.ts'
import { BASE_VARIANT } from './vehicle.ts'
import { inNameOrder } from './name-order.ts'
import { vehicleList } from './vehicle-list.server.ts'
import { selectEngines } from './vehicle-queries.server.ts'

/**
 * What a line of "fits" can name next: make → model → years → variant → engine. Who may: admins. Lists whose earlier choice is
 * open are empty; the variant may stay open. Variants and engines are those of all the years named.
 */
export async function listFitmentChoices(shop: Shop, chosen: FitmentQuery): Promise<FitmentChoices> {
  const { make, model, yearFrom, yearTo, variant } = chosen
  const vehicles = shop.db.selectFrom('vehicles').distinct()
  const [{ makes }, variants, engines] = await Promise.all([
    vehicleList(shop.browsing),
    make && model && yearFrom && yearTo
      ? vehicles
          .select('variant')
          .where('make', '=', make)
          .where('model', '=', model)
          .where('year', '>=', yearFrom)
          .where('year', '<=', yearTo)
          .execute()
      : [],
    make && model && yearFrom && yearTo
      ? selectEngines(shop.db, { make, model, variant, yearFrom, yearTo })
      : [],
  ])
  const models = (make !== undefined && makes.get(make)) || []
  const years = models.find((named) => named.model === model)?.years.keys() ?? []
  return {
    makes: [...makes.keys()],
    models: models.map((named) => named.model),
    years: [...years].toSorted((a, b) => b - a),
    variants: inNameOrder(variants.map((row) => row.variant ?? BASE_VARIANT)),
    engines: engines.filter(({ key }) => key !== UNKNOWN_ENGINE),
  }
}
