import type { RouterContextProvider } from 'react-router'
import { findVehicle } from '#contract/vehicles.ts'
import { vehicleLabel } from '#domain/vehicles/chosen-vehicle.ts'
import type { FoundVehicle } from '#domain/vehicles/find-vehicle.ts'
import { looksLikeVin } from '#domain/vehicles/vin.ts'
import { problemFrom } from '../../api-problem.ts'
import { visitorContext } from '../../page-context.ts'
import { partsPath, type ProductSearch } from './parts-url.ts'

/** What a VIN typed as a search is: a vehicle with the URL of its parts, or the problem of the VIN. */
export type VinInSearch = { text: string; path?: string }

/** Reads words that found no part as a VIN, as the vehicle field does; null if they do not look like one. */
export async function readVinInSearch(
  context: Readonly<RouterContextProvider>,
  search: ProductSearch,
): Promise<VinInSearch | null> {
  const vin = search.q.replaceAll('*', ' ').trim()
  if (!looksLikeVin(vin)) return null
  const response = await context.get(visitorContext).callApi(findVehicle.path, { vehicle: vin })
  if (!response.ok) {
    const { message, errors } = await problemFrom(response)
    return { text: errors[0]?.message ?? message }
  }
  const { rest: _, ...vehicle } = (await response.json()) as FoundVehicle
  const engine = vehicle.engine?.split('-')[0]
  return {
    text: `This is a VIN: ${vehicleLabel(vehicle)}${engine ? ` ${engine}` : ''}`,
    path: partsPath(search, { vehicle, q: '' }),
  }
}
