import { redirect, type RouterContextProvider } from 'react-router'
import { findVehicle } from '#contract/vehicles.ts'
import type { FoundVehicle } from '#domain/vehicles/find-vehicle.ts'
import { findVin } from '#domain/vehicles/vin.ts'
import { problemFrom } from '../../api-problem.ts'
import { partsPath, type ProductSearch } from '../../components/listing/parts-url.ts'
import { visitorContext } from '../../page-context.ts'

/** A response whose URL has a VIN is kept nowhere. */
export const NOT_STORED = { 'Cache-Control': 'no-store' }

/**
 * Reads words that found no part as a VIN, as the vehicle field does; null if they do not look like one.
 * @returns what is wrong with the VIN.
 * @throws a redirect to the parts of its vehicle.
 */
export async function readVinInSearch(
  context: Readonly<RouterContextProvider>,
  search: ProductSearch,
): Promise<string | null> {
  const words = search.q.replaceAll('*', ' ').trim()
  if (!findVin(words)) return null
  const response = await context.get(visitorContext).callApi(findVehicle.path, { vehicle: words })
  if (!response.ok) {
    const { message, errors } = await problemFrom(response)
    return errors[0]?.message ?? message
  }
  const { rest, ...vehicle } = (await response.json()) as FoundVehicle
  throw redirect(partsPath(search, { vehicle, q: rest, fit: '' }), { headers: NOT_STORED })
}
