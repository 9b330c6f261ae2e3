import type { BrowsingShop } from '../shop.ts'
import { findMake } from './make-names.ts'
import { isNamedBy, type VehicleAt } from './vehicle-path.ts'

/** The steps in a URL, as typed. Steps after the first open one are ignored. */
export type VehicleAddress = { make: string; model?: string | undefined; year?: string | undefined }

/** In characters. */
const MAX_STEP_LENGTH = 300

/**
 * The make, model or vehicle in a URL, in any spelling and by the common names of makes ("chevy"). Access:
 * everyone.
 * @returns `isKnown`: whether every step of the URL is known; `vehicle` has the steps before the first
 * unknown one, null if there are none.
 */
export async function findVehicleAt(
  shop: BrowsingShop,
  { make: typedMake, model: typedModel, year: typedYear }: VehicleAddress,
): Promise<{ isKnown: boolean; vehicle: VehicleAt | null }> {
  if (![typedMake, typedModel ?? '', typedYear ?? ''].every((step) => step.length <= MAX_STEP_LENGTH))
    return { isKnown: false, vehicle: null }
  const { makes } = await shop.vehicles()
  const names = [...makes.keys()]
  const make = findMake(typedMake, names) ?? names.find((name) => isNamedBy(typedMake, name))
  if (make === undefined) return { isKnown: false, vehicle: null }
  if (typedModel === undefined) return { isKnown: true, vehicle: { make } }
  const named = makes.get(make)?.find(({ model }) => isNamedBy(typedModel, model))
  if (named === undefined) return { isKnown: false, vehicle: { make } }
  const { model, years } = named
  if (typedYear === undefined) return { isKnown: true, vehicle: { make, model } }
  const year = /^\d{4}$/.test(typedYear) ? Number(typedYear) : 0
  return years.has(year)
    ? { isKnown: true, vehicle: { make, model, year } }
    : { isKnown: false, vehicle: { make, model } }
}
