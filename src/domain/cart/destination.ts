import type { AddressInput } from '../addresses/address.ts'
import { provinceOf } from '../addresses/canadian-postal.ts'
import { regionOfZip } from '../addresses/us-postal.ts'
import type { Destination } from '../delivery/delivery-options.ts'
import { hasPoBox } from '../shared/po-box.ts'
import { regionCode } from '../shared/subdivisions.ts'

/** Where an address is, as far as delivery and tax depend on it. */
export function destinationOf(address: AddressInput): Destination {
  const { country, region, postalCode } = address
  return { country, region: regionCode(country, region), postalCode, poBox: hasPoBox(address) }
}

/**
 * The same for a ZIP or postal code alone, before an address is known; in the United States and Canada it
 * tells the state or province.
 * @returns null when there is no such ZIP code in the United States.
 */
export function destinationOfPostalCode(place: {
  country?: string | undefined
  region?: string | undefined
  postalCode: string
}): Destination | null {
  const { postalCode } = place
  const country = (place.country ?? 'US').toUpperCase()
  const typed = regionCode(country, place.region)
  if (country === 'CA') return { country, region: provinceOf(postalCode) ?? typed, postalCode, poBox: false }
  if (country !== 'US') return { country, region: typed, postalCode, poBox: false }
  const region = regionOfZip(postalCode)
  return region === null ? null : { country, region, postalCode, poBox: false }
}
