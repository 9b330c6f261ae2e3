import type { DecodedVin } from './decode-vin.ts'
import { vehicleNameKey } from './make-names.ts'

/** NHTSA's model names that the store's names do not begin with. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['mazdamx5', 'MX-5 Miata']])

/**
 * Whether NHTSA's model of a VIN is this vehicle. The store's model has the same name or, with several names
 * ("Caravan/Grand Caravan"), includes it; or NHTSA's name is that of the variant ("328i", "Santa Fe Sport").
 * A truck's model ("Silverado 1500") must match the VIN's class, too: without a class no truck matches.
 */
export function isDecodedModel(
  vehicle: { make: string; model: string; variant: string | null },
  { model, weightClass }: Pick<DecodedVin, 'model' | 'weightClass'>,
): boolean {
  if (model === null) return false
  const named = vehicleNameKey(OTHER_NAMES.get(vehicleNameKey(vehicle.make + model)) ?? model)
  const names = [vehicle.model, ...vehicle.model.split('/'), vehicle.make + vehicle.model]
  if (names.some((name) => vehicleNameKey(name) === named)) return true
  const [ofTruck, ...more] = vehicle.model.split(/ (?=[1-4]500)|-(?=[123]50)/)
  if (more.length > 0 && vehicleNameKey(ofTruck ?? '') === named.replace(/hd$/, '')) {
    // NHTSA writes GM's classes in digits only, and Ford's as "350 HD".
    const classes = weightClass?.length === 4 ? [weightClass, `${weightClass} HD`] : [weightClass]
    return classes.includes(more.join(' '))
  }
  const words = (vehicle.variant ?? '').split(' ')
  const ofVariant = words.map((_, at) => vehicleNameKey(words.slice(0, at + 1).join('')))
  return ofVariant.some((begin) => begin === named || vehicleNameKey(vehicle.model) + begin === named)
}
