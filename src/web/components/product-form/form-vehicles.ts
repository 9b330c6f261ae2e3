import { listFitmentChoices } from '#contract/vehicles.ts'
import type { Fitment, FitmentChoices } from '#domain/vehicles/fitment.ts'
import { api } from '../../api-client/api-client.ts'

/**
 * Initial data of the vehicles section: the product's fitments and the makes. `fits` is null when there are
 * more than the form can hold; `total` counts all.
 */
export type FormVehicles = { fits: readonly Fitment[] | null; total: number; choices: FitmentChoices }

type Stored = { fits: readonly Fitment[]; fitsTotal: number }

/**
 * Loads the makes together with the product's fitments. Null on failure: the rest of the form works without
 * them.
 */
export async function loadFormVehicles(
  product: Stored | Promise<Stored> = { fits: [], fitsTotal: 0 },
): Promise<FormVehicles | null> {
  return Promise.all([product, api(listFitmentChoices)]).then(
    ([{ fits, fitsTotal: total }, choices]) => ({ fits: total > fits.length ? null : fits, total, choices }),
    () => null,
  )
}
