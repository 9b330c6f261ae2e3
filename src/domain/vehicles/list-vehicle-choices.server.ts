import type { Shop } from '../shop.ts'
import type { VehicleChoices, VehicleQuery } from './vehicle.ts'
import { inNameOrder, selectEngines, selectMakes } from './vehicle-queries.server.ts'

/**
 * What the vehicle finder offers next: make → year → model → engine. Who may: everyone.
 * Lists whose earlier choice is open are empty; an unknown vehicle leads to empty lists.
 */
export async function listVehicleChoices(
  shop: Shop,
  chosen: Pick<VehicleQuery, 'make' | 'year' | 'model'>,
): Promise<VehicleChoices> {
  const { make, year, model } = chosen
  const vehicles = shop.db.selectFrom('vehicles').distinct()
  const [makes, years, models, engines] = await Promise.all([
    selectMakes(shop.db),
    make ? vehicles.select('year').where('make', '=', make).orderBy('year', 'desc').execute() : [],
    make && year ? vehicles.select('model').where('make', '=', make).where('year', '=', year).execute() : [],
    make && year && model ? selectEngines(shop.db, { make, model, yearFrom: year, yearTo: year }) : [],
  ])
  return {
    makes,
    years: years.map((row) => row.year),
    models: inNameOrder(models.map((row) => row.model)),
    engines,
  }
}
