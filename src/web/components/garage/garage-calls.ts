import { addToGarage, chooseInGarage, listGarage, removeFromGarage } from '#contract/garage.ts'
import type { GarageVehicle } from '#domain/garage/garage.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { myVehicle, saveVehicle, type MyVehicle } from '../vehicle-finder/my-vehicle.ts'

// Import it lazily: the contract brings zod into the bundle. All throw an ApiProblem.

/** Keeps a whole vehicle in the account's garage, and chooses it there. */
export async function keepInGarage(
  { make = '', model = '', year = 0, engine }: VehicleQuery,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  await api(addToGarage, { body: { make, model, year, ...(engine !== undefined && { engine }) }, ...options })
}

/** The account's cars, in the order in which they came. */
export async function listCars(options: { signal?: AbortSignal } = {}): Promise<GarageVehicle[]> {
  return (await api(listGarage, options)).vehicles
}

/** For a car that another tab or device has removed, nothing is left to do. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiProblem && error.status === 404)) throw error
}

/** No car of the account is chosen any more. */
export async function unchooseCar(id: string): Promise<void> {
  await api(chooseInGarage, { params: { id }, body: { chosen: false } }).catch(unlessGone)
}

/** Removes a car from the account; one that is gone already is no problem. */
export async function removeCar(id: string): Promise<void> {
  await api(removeFromGarage, { params: { id } }).catch(unlessGone)
}

/**
 * At sign-in: this browser's vehicle joins the account's garage; without one, this browser gets the one that is chosen there.
 * @param signal aborted when the session ends.
 */
export async function joinGarage(signal: AbortSignal): Promise<void> {
  const mine = myVehicle()
  if (mine) return keepInGarage(mine.vehicle, { signal })
  const chosen = (await listCars({ signal })).find((car) => car.chosen)
  // The visitor may have chosen another one during the request.
  if (chosen && !myVehicle()) saveVehicle(asMyVehicle(chosen))
}

/** A car of the garage as browsers save it. */
export function asMyVehicle({ make, year, model, engine, name }: GarageVehicle): MyVehicle {
  return { vehicle: { make, year, model, ...(engine !== undefined && { engine }) }, name }
}
