import { listSpecificationFields } from '#contract/products.ts'
import type { SpecificationField } from '#domain/products/specification.ts'
import { api } from '../../api-client/api-client.ts'

/** Loads the specifications of all categories. Null on failure: those of the product stay as they are. */
export async function loadFormFields(): Promise<readonly SpecificationField[] | null> {
  return api(listSpecificationFields).catch(() => null)
}
