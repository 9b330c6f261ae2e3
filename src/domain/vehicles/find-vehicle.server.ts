import { ok, type Outcome, refusedField } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { vehicleLabel } from './chosen-vehicle.ts'
import type { FoundVehicle } from './find-vehicle.ts'
import { readVehicleWords } from './read-vehicle-words.ts'
import { readVin } from './read-vin.server.ts'
import { findVin } from './vin.ts'

/**
 * Finds the vehicle that a text or a VIN names, as steps of the finder. Access: everyone. VINs are neither
 * stored nor logged.
 * Refusals: invalid_input when the text names no vehicle of the store; too_many_requests for VINs.
 * @param clientAddress as rate limits count it.
 */
export async function findVehicle(
  shop: Pick<Shop, 'limits' | 'vehicles' | 'vins'>,
  { vehicle: text, clientAddress }: { vehicle: string; clientAddress: string },
): Promise<Outcome<FoundVehicle>> {
  const typed = findVin(text)
  if (typed) return findByVin(shop, typed, clientAddress)
  const { vehicle, rest } = readVehicleWords(text, (await shop.vehicles()).names)
  if (!vehicle.make)
    return refuseVehicle('We don’t know this vehicle. Type year, make and model, such as 2012 Honda Civic.')
  return ok({ ...vehicle, rest })
}

async function findByVin(
  shop: Pick<Shop, 'limits' | 'vehicles' | 'vins'>,
  { vin, rest }: { vin: string; rest: string },
  clientAddress: string,
): Promise<Outcome<FoundVehicle>> {
  const decoded = await readVin(shop, { vin, clientAddress })
  if (!decoded.ok) return decoded
  const { problem, year, make, model, engine, vehicleIds } = decoded.value
  if (problem !== undefined) return refuseVehicle(problem)
  if (vehicleIds.length === 0 || year === null || make === null || model === undefined) {
    const name = vehicleLabel({ make: make ?? undefined, year: year ?? undefined, model })
    const known =
      name === ''
        ? 'We can’t identify a vehicle from this VIN.'
        : `This VIN is a ${name}, which is not in our list.`
    return refuseVehicle(`${known} Choose the vehicle by make, year and model.`)
  }
  return ok({ make, year, model, ...(engine !== undefined && { engine }), rest })
}

const refuseVehicle = (message: string) =>
  refusedField('vehicle', 'invalid_input', message, 'unknown_vehicle')
