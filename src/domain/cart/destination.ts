import type { AddressInput } from '../addresses/address.ts'
import { isPoBox, regionOfZip } from '../addresses/us-postal.ts'
import type { Destination } from '../delivery/delivery-options.ts'

/** Where an address is, as far as delivery and tax depend on it. */
export function destinationOf(address: AddressInput): Destination {
  const { country, region, postalCode, line1, line2 } = address
  return { country, region: capitals(region), postalCode, poBox: isPoBox(line1, line2) }
}

/**
 * The same for a ZIP or postal code alone, before an address is known.
 * @returns null when there is no such ZIP code in the United States.
 */
export function destinationOfPostalCode(place: {
  country?: string | undefined
  region?: string | undefined
  postalCode: string
}): Destination | null {
  const country = (place.country ?? 'US').toUpperCase()
  if (country !== 'US')
    return { country, region: capitals(place.region), postalCode: place.postalCode, poBox: false }
  const region = regionOfZip(place.postalCode)
  return region === null ? null : { country, region, postalCode: place.postalCode, poBox: false }
}

/** A region as areas of delivery and tax have it: abroad, addresses keep it as it was typed. */
const capitals = (region = '') => region.trim().toUpperCase() || null
