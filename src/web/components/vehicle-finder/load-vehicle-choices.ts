import { listVehicleChoices } from '#contract/vehicles.ts'
import type { VehicleChoices, VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { api } from '../../api-client/api-client.ts'

/**
 * Fetches the vehicle finder's next options. Import it lazily: the contract brings zod into the bundle.
 * @throws an ApiProblem.
 */
export function loadVehicleChoices(
  { engine: _not, ...query }: VehicleQuery,
  signal: AbortSignal,
): Promise<VehicleChoices> {
  return api(listVehicleChoices, { query, signal })
}
