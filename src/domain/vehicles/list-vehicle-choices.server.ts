import type { BrowsingShop } from '../shop.ts'
import type { VehicleChoices, VehicleQuery } from './vehicle.ts'
import { inNameOrder, selectEngines, selectMakes } from './vehicle-queries.server.ts'

/**
 * What the vehicle finder offers next: make → year → model → engine. Who may: everyone.
 * Lists whose earlier choice is open are empty; an unknown vehicle leads to empty lists. A model without a year, as words name it, is
 * offered alone, with its own years.
 */
export async function listVehicleChoices(
  shop: BrowsingShop,
  chosen: Pick<VehicleQuery, 'make' | 'year' | 'model'>,
): Promise<VehicleChoices> {
  const { make, year, model } = chosen
  const vehicles = (of: string) => shop.db.selectFrom('vehicles').distinct().where('make', '=', of)
  const yearsOf = (of: string, only?: string) =>
    vehicles(of)
      .select('year')
      .$if(only !== undefined, (query) => query.where('model', '=', only ?? ''))
      .orderBy('year', 'desc')
      .execute()
  const modelsOf = (of: string, given: Pick<VehicleQuery, 'year' | 'model'>) =>
    vehicles(of)
      .select('model')
      .$if(given.year !== undefined, (query) => query.where('year', '=', given.year ?? 0))
      .$if(given.year === undefined, (query) => query.where('model', '=', given.model ?? ''))
      .execute()
  const [makes, years, models, engines] = await Promise.all([
    selectMakes(shop.db),
    make ? yearsOf(make, year ? undefined : model) : [],
    make && (year || model) ? modelsOf(make, { year, model }) : [],
    make && year && model ? selectEngines(shop.db, { make, model, yearFrom: year, yearTo: year }) : [],
  ])
  return {
    makes,
    years: years.map((row) => row.year),
    models: inNameOrder(models.map((row) => row.model)),
    engines,
  }
}
