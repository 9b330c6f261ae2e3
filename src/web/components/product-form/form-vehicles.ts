import { showManagedProduct } from '#contract/products.ts'
import { listFitmentChoices } from '#contract/vehicles.ts'
import type { Fitment, FitmentChoices } from '#domain/vehicles/fitment.ts'
import { api } from '../../api-client/api-client.ts'

/** Initial data of the vehicles section: the product's fitments and the makes. */
export type FormVehicles = { fits: readonly Fitment[]; choices: FitmentChoices }

/** Loads them for an existing or a new product. Null on failure: the rest of the form works without them. */
export async function loadFormVehicles(id?: string): Promise<FormVehicles | null> {
  const fits =
    id === undefined ? [] : api(showManagedProduct, { params: { id } }).then((product) => product.fits)
  return Promise.all([fits, api(listFitmentChoices)]).then(
    ([fits, choices]) => ({ fits, choices }),
    () => null,
  )
}
