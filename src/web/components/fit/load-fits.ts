import { showFits } from '#contract/products.ts'
import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { api } from '../../api-client/api-client.ts'

/** Parts per request. */
const MAX_IDS = 100

/**
 * Asks whether parts fit a vehicle, by part id. Import it lazily: the contract brings zod into the bundle.
 * @throws an ApiProblem.
 */
export async function loadFits(
  ids: readonly string[],
  vehicle: VehicleQuery,
  signal: AbortSignal,
): Promise<Map<string, FitVerdict>> {
  const chunks = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, at) =>
    ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
  )
  const loaded = await Promise.all(
    chunks.map((some) => api(showFits, { query: { ids: some.join(), ...vehicle }, signal })),
  )
  return new Map(loaded.flatMap(({ items }) => items.map(({ _id, fit }) => [_id, fit])))
}
