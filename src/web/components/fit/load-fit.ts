import { showFit } from '#contract/products.ts'
import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { api } from '../../api-client/api-client.ts'

/**
 * Asks whether a part fits a vehicle. Import it lazily: the contract brings zod into the bundle.
 * @throws an ApiProblem.
 */
export function loadFit(id: string, vehicle: VehicleQuery, signal: AbortSignal): Promise<FitVerdict> {
  return api(showFit, { params: { id }, query: vehicle, signal })
}
