import { normalizeText } from '../shared/normalize-text.ts'
import { vehicleNameKey } from './make-names.ts'

/** A make, a model of it, or a model of one year. */
export type VehicleAt = { make: string; model?: string | undefined; year?: number | undefined }

/**
 * The steps of the path of a make, model or vehicle: "honda", "civic", "2012". `category` is the slug of a
 * category, for a vehicle with its year. The first open step ends the path.
 */
export function vehicleSlugs({ make, model, year }: VehicleAt, category?: string): string[] {
  const named = model === undefined ? [make] : [make, model]
  return [
    ...named.map(vehicleSlug),
    ...(model === undefined || year === undefined ? [] : [String(year), ...(category ? [category] : [])]),
  ]
}

/**
 * A make or model in a path: "3 Series" is "3-series". A name without Latin letters and digits stays, except
 * for dots and slashes.
 */
function vehicleSlug(name: string): string {
  const slug = normalizeText('NFKD', name)
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug || name.toLowerCase().replaceAll(/[./\\]/g, '-')
}

/** Whether a step of a path, in any spelling, means this make or model. */
export function isNamedBy(address: string, name: string): boolean {
  const plain = vehicleNameKey(address)
  return plain === '' ? vehicleSlug(address) === vehicleSlug(name) : plain === vehicleNameKey(name)
}
