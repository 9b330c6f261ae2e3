import type { Shop } from '../shop.ts'
import { type FitmentQuery, UNKNOWN_ENGINE } from './fitment.ts'
import type { VehicleChoices } from './vehicle.ts'
import { inNameOrder, selectEngines, selectMakes } from './vehicle-queries.server.ts'

/**
 * What a line of "fits" can name next: make → model → years → engine. Who may: admins. Lists whose earlier choice is
 * open are empty. The engines are those of all the years named.
 */
export async function listFitmentChoices(shop: Shop, chosen: FitmentQuery): Promise<VehicleChoices> {
  const { make, model, yearFrom, yearTo } = chosen
  const vehicles = shop.db.selectFrom('vehicles').distinct()
  const [makes, models, years, engines] = await Promise.all([
    selectMakes(shop.db),
    make ? vehicles.select('model').where('make', '=', make).execute() : [],
    make && model
      ? vehicles
          .select('year')
          .where('make', '=', make)
          .where('model', '=', model)
          .orderBy('year', 'desc')
          .execute()
      : [],
    make && model && yearFrom && yearTo ? selectEngines(shop.db, { make, model, yearFrom, yearTo }) : [],
  ])
  return {
    makes,
    models: inNameOrder(models.map((row) => row.model)),
    years: years.map((row) => row.year),
    engines: engines.filter(({ key }) => key !== UNKNOWN_ENGINE),
  }
}
