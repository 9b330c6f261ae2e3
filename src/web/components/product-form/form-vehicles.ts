import { listFitmentChoices } from '#contract/vehicles.ts'
import type { Fitment, FitmentChoices } from '#domain/vehicles/fitment.ts'
import { api } from '../../api-client/api-client.ts'

/** Initial data of the vehicles section: the product's fitments and the makes. */
export type FormVehicles = { fits: readonly Fitment[]; choices: FitmentChoices }

/** Loads the makes beside the product's fitments. Null on failure: the rest of the form works without them. */
export async function loadFormVehicles(
  fits: readonly Fitment[] | Promise<readonly Fitment[]> = [],
): Promise<FormVehicles | null> {
  return Promise.all([fits, api(listFitmentChoices)]).then(
    ([fits, choices]) => ({ fits, choices }),
    () => null,
  )
}
