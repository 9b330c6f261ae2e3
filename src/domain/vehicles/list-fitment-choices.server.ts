import type { Shop } from '../shop.ts'
import { type FitmentChoices, type FitmentQuery, UNKNOWN_ENGINE } from './fitment.ts'
import { inNameOrder } from './name-order.ts'
import { spelledVehicle } from './read-vehicle-words.ts'
import { type VehicleListItem, uniqueEngines } from './vehicle-list.server.ts'
import { BASE_VARIANT, engineKey, engineLabel } from './vehicle.ts'

/**
 * The next choices for a fitment: make → model → years → variant → engine. Access: admins. Lists whose
 * earlier choice is open are empty; the variant may stay open. Variants and engines are those of all the
 * given years.
 */
export async function listFitmentChoices(
  shop: Pick<Shop, 'vehicles'>,
  chosen: FitmentQuery,
): Promise<FitmentChoices> {
  const { makes, names, years } = await shop.vehicles()
  const { make, model, yearFrom, yearTo, variant } = spelledVehicle(chosen, names)
  const models = (make !== undefined && makes.get(make)) || []
  const modelYears = models.find((named) => named.model === model)?.years.keys() ?? []
  const vehicles = [...years].flatMap(([year, ofYear]) =>
    yearFrom && yearTo && yearFrom <= year && year <= yearTo
      ? ofYear.filter((vehicle) => vehicle.make === make && vehicle.model === model)
      : [],
  )
  const variantOf = (vehicle: VehicleListItem) => vehicle.variant ?? BASE_VARIANT
  const ofVariant = vehicles.filter((vehicle) => variant === undefined || variantOf(vehicle) === variant)
  return {
    makes: [...makes.keys()],
    models: models.map((named) => named.model),
    years: [...modelYears].toSorted((a, b) => b - a),
    variants: inNameOrder([...new Set(vehicles.map(variantOf))]),
    engines: uniqueEngines(ofVariant.map(({ engine }) => engine))
      .map((engine) => ({ key: engineKey(engine), label: engineLabel(engine) }))
      .filter(({ key }) => key !== UNKNOWN_ENGINE),
  }
}
