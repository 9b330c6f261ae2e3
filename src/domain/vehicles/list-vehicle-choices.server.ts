import type { BrowsingShop } from '../shop.ts'
import { spelledVehicle } from './read-vehicle-words.ts'
import { engineKey, engineLabel, type VehicleChoices, type VehicleQuery } from './vehicle.ts'

/**
 * The next choices in the vehicle finder: make → year → model → engine. Access: everyone. Lists whose earlier
 * choice is open are empty, and so are all lists for an unknown vehicle. A model without a year, as in typed
 * words, is returned alone, with its own years.
 */
export async function listVehicleChoices(
  shop: BrowsingShop,
  chosen: Pick<VehicleQuery, 'make' | 'year' | 'model'>,
): Promise<VehicleChoices> {
  const { makes, names } = await shop.vehicles()
  const { make, year, model } = spelledVehicle(chosen, names)
  const models = (make !== undefined && makes.get(make)) || []
  const named = models.filter((each) => each.model === model)
  const offered = year ? models.filter(({ years }) => years.has(year)) : named
  const years = new Set(
    (year || model === undefined ? models : named).flatMap((each) => [...each.years.keys()]),
  )
  const engines = (year && named[0]?.years.get(year)) || []
  return {
    makes: [...makes.keys()],
    years: [...years].toSorted((a, b) => b - a),
    models: offered.map((each) => each.model),
    engines: engines.map((engine) => ({ key: engineKey(engine), label: engineLabel(engine) })),
  }
}
