import type { BrowsingShop } from '../shop.ts'
import { spelledVehicle } from './read-vehicle-words.ts'
import { isNamedBy, type VehicleAt } from './vehicle-slugs.ts'

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
  const { makes, names } = await shop.vehicles()
  const year = /^\d{4}$/.test(typedYear ?? '') ? Number(typedYear) : undefined
  const spelled = spelledVehicle({ make: typedMake, model: typedModel, year }, names)
  const make = makes.has(spelled.make)
    ? spelled.make
    : [...makes.keys()].find((name) => isNamedBy(typedMake, name))
  if (make === undefined) return { isKnown: false, vehicle: null }
  if (typedModel === undefined) return { isKnown: true, vehicle: { make } }
  const models = makes.get(make) ?? []
  const ofPath = models.find(({ model }) => isNamedBy(typedModel, model))
  const isOfPath = ofPath && (year === undefined || ofPath.years.has(year))
  const named = isOfPath ? ofPath : (models.find(({ model }) => model === spelled.model) ?? ofPath)
  if (named === undefined) return { isKnown: false, vehicle: { make } }
  const { model, years } = named
  if (typedYear === undefined) return { isKnown: true, vehicle: { make, model } }
  return year !== undefined && years.has(year)
    ? { isKnown: true, vehicle: { make, model, year } }
    : { isKnown: false, vehicle: { make, model } }
}
