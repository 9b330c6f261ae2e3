import { listFitments } from '#contract/products.ts'
import { listFitmentChoices } from '#contract/visitors.ts'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import type { VehicleChoices } from '#domain/vehicles/vehicle.ts'
import { api } from '../../api-client/api-client.ts'

/** What the vehicles' section of a product form begins with: the lines of the part, and the makes to choose from. */
export type FormVehicles = { fits: readonly Fitment[]; choices: VehicleChoices }

/**
 * Loads them for the part with this id, or for a new part. Null when they cannot be loaded, as the rest of the form works without
 * them.
 */
export async function loadFormVehicles(id?: string): Promise<FormVehicles | null> {
  const fits = id === undefined ? [] : api(listFitments, { params: { id } })
  return Promise.all([fits, api(listFitmentChoices)]).then(
    ([fits, choices]) => ({ fits, choices }),
    () => null,
  )
}
