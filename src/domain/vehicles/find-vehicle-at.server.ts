import type { BrowsingShop } from '../shop.ts'
import { findMake } from './make-names.ts'
import { vehicleList } from './vehicle-list.server.ts'
import { isNamedBy, type VehicleAt } from './vehicle-path.ts'

/** The steps of an address, as typed. Those after the first open one are none. */
export type VehicleAddress = { make: string; model?: string | undefined; year?: string | undefined }

/** Longer steps are no make's and no model's, in characters. */
const MAX_STEP = 300

/**
 * The make, model or vehicle at an address, in any spelling and by the common names of makes ("chevy"). Who may: everyone.
 * @returns `isKnown` says whether every step of the address is; `vehicle` has the steps before the unknown one, null without any.
 */
export async function findVehicleAt(
  shop: BrowsingShop,
  { make: makeAt, model: modelAt, year: yearAt }: VehicleAddress,
): Promise<{ isKnown: boolean; vehicle: VehicleAt | null }> {
  if (![makeAt, modelAt ?? '', yearAt ?? ''].every((step) => step.length <= MAX_STEP))
    return { isKnown: false, vehicle: null }
  const { makes } = await vehicleList(shop)
  const names = [...makes.keys()]
  const make = findMake(makeAt, names) ?? names.find((name) => isNamedBy(makeAt, name))
  if (make === undefined) return { isKnown: false, vehicle: null }
  if (modelAt === undefined) return { isKnown: true, vehicle: { make } }
  const named = makes.get(make)?.find(({ model }) => isNamedBy(modelAt, model))
  if (named === undefined) return { isKnown: false, vehicle: { make } }
  const { model, years } = named
  if (yearAt === undefined) return { isKnown: true, vehicle: { make, model } }
  const year = /^\d{4}$/.test(yearAt) ? Number(yearAt) : 0
  return years.has(year)
    ? { isKnown: true, vehicle: { make, model, year } }
    : { isKnown: false, vehicle: { make, model } }
}
