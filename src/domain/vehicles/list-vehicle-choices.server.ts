import type { Shop } from '../shop.ts'
import { engineKey, engineLabel, type VehicleChoices, type VehicleQuery } from './vehicle.ts'

/**
 * What the vehicle finder offers next: make → year → model → engine. Who may: everybody.
 * Lists whose earlier choice is open are empty; an unknown vehicle leads to empty lists.
 */
export async function listVehicleChoices(
  shop: Shop,
  chosen: Pick<VehicleQuery, 'make' | 'year' | 'model'>,
): Promise<VehicleChoices> {
  const { make, year, model } = chosen
  const vehicles = shop.db.selectFrom('vehicles').distinct()
  const [makes, years, models, engines] = await Promise.all([
    vehicles.select('make').orderBy('make').execute(),
    make ? vehicles.select('year').where('make', '=', make).orderBy('year', 'desc').execute() : [],
    make && year
      ? vehicles.select('model').where('make', '=', make).where('year', '=', year).orderBy('model').execute()
      : [],
    make && year && model
      ? vehicles
          .select(['displacement_l', 'cylinders'])
          .where('make', '=', make)
          .where('year', '=', year)
          .where('model', '=', model)
          .orderBy('displacement_l')
          .orderBy('cylinders')
          .execute()
      : [],
  ])
  return {
    makes: makes.map((row) => row.make),
    years: years.map((row) => row.year),
    models: models.map((row) => row.model),
    engines: engines
      .map((row) => ({ displacementL: row.displacement_l, cylinders: row.cylinders }))
      .map((engine) => ({ key: engineKey(engine), label: engineLabel(engine) })),
  }
}
