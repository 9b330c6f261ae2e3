import { listFitments } from '#contract/products.ts'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { api } from '../../api-client/api-client.ts'

/** Fetches the fitments of a part. Import it lazily: the contract brings zod into the bundle. Throws an ApiProblem. */
export function loadFitments(id: string, signal: AbortSignal): Promise<Fitment[]> {
  return api(listFitments, { params: { id }, signal })
}
