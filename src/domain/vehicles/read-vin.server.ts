import { ok, type Outcome, refuseTooMany } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { type DecodedVin, decodeVin } from './decode-vin.ts'
import { isDecodedModel } from './decoded-model.ts'
import type { VehicleListItem } from './vehicle-list.server.ts'
import { engineKey } from './vehicle.ts'
import type { VinResponse } from './vin-response.ts'
import { normalizeVin, vinProblem } from './vin.ts'

/**
 * Decodes a VIN locally. Access: everyone. An invalid VIN gets a response with its `problem`. VINs are not
 * stored.
 * Refusals: too_many_requests.
 * @param clientAddress as rate limits count it.
 */
export async function readVin(
  shop: Pick<Shop, 'limits' | 'vehicles' | 'vins'>,
  { vin: typed, clientAddress }: { vin: string; clientAddress: string },
): Promise<Outcome<VinResponse>> {
  const wait = await shop.limits.consume('vinsPerAddress', [clientAddress])
  if (wait) return refuseTooMany('You have checked many VINs in a short time.', wait)
  const vin = normalizeVin(typed)
  const problem = vinProblem(vin)
  if (problem) return ok({ ...UNKNOWN, valid: false, problem })
  const decoded = decodeVin(vin, { data: shop.vins, thisYear: new Date().getFullYear() })
  return ok({ ...UNKNOWN, valid: true, ...(decoded && (await toResponse(shop, decoded))) })
}

const UNKNOWN = { year: null, make: null, manufacturer: null, vehicleIds: [], sure: [] }

/** The vehicle by the store's own names, if the store lists it. */
async function toResponse(
  shop: Pick<Shop, 'vehicles'>,
  decoded: DecodedVin,
): Promise<Omit<VinResponse, 'valid'>> {
  const vehicles = await findDecodedVehicles(shop, decoded)
  const [first] = vehicles
  const engines = new Set(vehicles.map((vehicle) => engineKey(vehicle.engine)))
  // If several of the store's models have NHTSA's name, only that name is known.
  const isOneModel = vehicles.every((vehicle) => vehicle.model === first?.model)
  const model = (isOneModel ? first?.model : undefined) ?? decoded.model
  const engine = first && engines.size === 1 && isOneModel ? engineKey(first.engine) : undefined
  const { year, yearIsSure } = decoded
  return {
    manufacturer: decoded.manufacturer,
    year,
    make: first?.make ?? decoded.make,
    ...(model !== null && { model }),
    ...(engine !== undefined && { engine }),
    vehicleIds: vehicles.map(({ id }) => id),
    sure: [
      ...(year !== null && yearIsSure ? (['year'] as const) : []),
      ...(decoded.make === null ? [] : (['make'] as const)),
      ...(model === null ? [] : (['model'] as const)),
      // The engines of a model are those of one year.
      ...(engine !== undefined && yearIsSure ? (['engine'] as const) : []),
    ],
  }
}

/**
 * The vehicles that a decoded VIN may mean: of its make, model and year, with its engine as far as known.
 * None if NHTSA's model or engine matches no vehicle of the store.
 */
async function findDecodedVehicles(
  shop: Pick<Shop, 'vehicles'>,
  decoded: DecodedVin,
): Promise<readonly VehicleListItem[]> {
  const { make, year, displacementL, cylinders, isElectric } = decoded
  if (make === null || decoded.model === null || year === null) return []
  const { years } = await shop.vehicles()
  const isMake = (vehicle: VehicleListItem) => vehicle.make.toLowerCase() === make.toLowerCase()
  const ofModel = (years.get(year) ?? []).filter(
    (vehicle) =>
      isMake(vehicle) &&
      isDecodedModel(vehicle, decoded) &&
      (displacementL === null || vehicle.engine.displacementL === displacementL) &&
      (!isElectric || (vehicle.engine.displacementL === null && vehicle.engine.cylinders === null)),
  )
  const ofEngine = ofModel.filter(({ engine }) => cylinders === null || engine.cylinders === cylinders)
  // NHTSA lists Ram's six-cylinder diesel engine of 2012 and 2013 with eight cylinders: the liters
  // distinguish it from the others.
  return ofEngine.length === 0 && displacementL !== null ? ofModel : ofEngine
}
