import { postalKey } from '../shared/postal-key.ts'
import type { TaxRegion } from './tax-region.ts'

/** Where something is delivered, as far as tax depends on it. */
export type TaxedPlace = { country: string; region: string | null; postalCode: string }

/**
 * The one region that applies to a place on a day: postal codes before a state before a country, and postal
 * codes of a state before those of a whole country. Null: the store collects no tax there.
 */
export function regionAt(regions: readonly TaxRegion[], place: TaxedPlace, day: string): TaxRegion | null {
  const postalCode = postalKey(place.postalCode)
  let best: TaxRegion | null = null
  for (const region of regions)
    if (isValidOn(region, day) && contains(region, place, postalCode))
      if (!best || precision(region) > precision(best)) best = region
  return best
}

/** @param day "2026-11-21" */
export function isValidOn(
  { validFrom, validTo }: Pick<TaxRegion, 'validFrom' | 'validTo'>,
  day: string,
): boolean {
  return validFrom <= day && (validTo === null || day <= validTo)
}

function contains(area: TaxRegion, { country, region }: TaxedPlace, postalCode: string): boolean {
  if (area.country !== country) return false
  if (area.region !== null && area.region !== region) return false
  if (area.postalFrom === null || area.postalTo === null) return true
  // The ends may be beginnings: 606 to 608 has 60602 and 60899. After all letters and digits comes "~".
  return area.postalFrom <= postalCode && postalCode <= `${area.postalTo}~`
}

/** No two regions of one precision contain the same place on the same day: the database refuses them. */
function precision({ region, postalFrom }: TaxRegion): number {
  return (postalFrom === null ? 0 : 2) + (region === null ? 0 : 1)
}
