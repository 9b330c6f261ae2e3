import { addToGarage, chooseInGarage, listGarage, removeFromGarage } from '#contract/garage.ts'
import type { GarageVehicle } from '#domain/garage/garage.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { myVehicle, saveVehicle, type MyVehicle } from '../../session/my-vehicle.ts'

// Import it lazily: the contract brings zod into the bundle. All throw an ApiProblem.

/** Adds a complete vehicle to the account's garage and selects it there. */
export async function keepInGarage(
  { make = '', model = '', year = 0, engine }: VehicleQuery,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  await api(addToGarage, { body: { make, model, year, ...(engine !== undefined && { engine }) }, ...options })
}

/** The account's cars, in the order in which they were added. */
export async function listCars(options: { signal?: AbortSignal } = {}): Promise<GarageVehicle[]> {
  return (await api(listGarage, options)).vehicles
}

/** Ignores 404: another tab or device has already removed the car. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiProblem && error.status === 404)) throw error
}

/** Unselects this car of the account. */
export async function deselectCar(id: string): Promise<void> {
  await api(chooseInGarage, { params: { id }, body: { chosen: false } }).catch(unlessGone)
}

/** Removes a car from the account; succeeds when it is already gone. */
export async function removeCar(id: string): Promise<void> {
  await api(removeFromGarage, { params: { id } }).catch(unlessGone)
}

/**
 * At sign-in: this browser's vehicle is added to the account's garage; without one, this browser gets the
 * account's selected car.
 * @param signal aborted when the session ends.
 */
export async function joinGarage(signal: AbortSignal): Promise<void> {
  const mine = myVehicle()
  if (mine) return keepInGarage(mine.vehicle, { signal })
  const chosen = (await listCars({ signal })).find((car) => car.chosen)
  // The visitor may have chosen another one during the request.
  if (chosen && !myVehicle()) saveVehicle(asMyVehicle(chosen))
}

/** A garage car in the format that browsers save. */
export function asMyVehicle({ make, year, model, engine, name }: GarageVehicle): MyVehicle {
  return { vehicle: { make, year, model, ...(engine !== undefined && { engine }) }, name }
}
