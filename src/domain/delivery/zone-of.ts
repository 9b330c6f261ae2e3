import { postalKey } from '../shared/postal-key.ts'
import type { DeliveryArea, DeliveryZone, Place } from './delivery-table.ts'

/** The zone whose area is the most specific: the longest postal prefix, then a region, then a country. */
export function zoneOf(
  zones: readonly DeliveryZone[],
  { country, region, postalCode }: Place,
): DeliveryZone | null {
  const postal = postalKey(postalCode)
  let best: DeliveryZone | null = null
  let bestRank = -1
  for (const zone of zones)
    for (const area of zone.areas) {
      const isHolding =
        area.country === country &&
        (area.region === null || area.region === region) &&
        postal.startsWith(area.postalPrefix ?? '')
      if (isHolding && rankOf(area) > bestRank) {
        best = zone
        bestRank = rankOf(area)
      }
    }
  return best
}

/** No two areas of a table that hold one address have the same rank: they would be equal. */
const rankOf = ({ region, postalPrefix }: DeliveryArea) =>
  2 * (postalPrefix?.length ?? 0) + (region === null ? 0 : 1)
