import { listVehicleChoices } from '#contract/visitors.ts'
import type { VehicleChoices, VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { api } from '../../api-client/api-client.ts'

/**
 * Asks the store what the vehicle finder offers next. Import it when the finder is used, not with the page: the call's
 * definition brings the schemas along. Throws an ApiProblem.
 */
export function loadVehicleChoices(
  { engine: _not, ...query }: VehicleQuery,
  signal: AbortSignal,
): Promise<VehicleChoices> {
  return api(listVehicleChoices, { query, signal })
}
