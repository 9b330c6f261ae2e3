import { countryName } from '../shared/countries.ts'
import { GRAMS_PER_POUND } from '../shared/weight.ts'
import type { DeliveryZone, Place } from './delivery-table.ts'

/** What cannot be delivered where, by which rule, and what helps. `part` is blank when all parts can't. */
export type Problem = {
  part: string
  to: string
  rule: string
  cure: 'remove it' | 'remove them' | 'take fewer' | 'use another address' | 'use a street address'
}

/**
 * "We can't deliver the AGM Battery to Alaska by Expedited: Ground only. Remove it, or call us."
 * @param by the method, with its preposition; blank when no method delivers.
 * @param isOneAvailable whether another method delivers it.
 */
export function deliveryRefusal(
  { part, to, rule, cure }: Problem,
  by: string,
  isOneAvailable: boolean,
): string {
  const what = part === '' ? '' : ` ${part}`
  const help = isOneAvailable
    ? `Choose another delivery, or ${cure}.`
    : `${cure.charAt(0).toUpperCase()}${cure.slice(1)}, or call us.`
  return `We can't deliver${what} to ${to}${by}: ${rule}. ${help}`
}

/** "the AGM Battery", "the AGM Battery and 2 other parts" */
export function listed([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return `the ${first}`
  return `the ${first} and ${others.length === 1 ? `the ${others[0]}` : `${others.length} other parts`}`
}

/** Whole pounds: what weighs rounded up, what is carried rounded down, so that the two never look alike. */
export function wholePounds(grams: number, direction: 'up' | 'down'): string {
  const pounds = grams / GRAMS_PER_POUND
  return `${direction === 'up' ? Math.ceil(pounds) : Math.floor(pounds)} lb`
}

/** The name of a place without a zone: its country, or its region and postal code where others have one. */
export function placeName(zones: readonly DeliveryZone[], { country, region, postalCode }: Place): string {
  const isServed = zones.some(({ areas }) => areas.some((area) => area.country === country))
  const name = countryName(country)
  return isServed ? [region, postalCode].filter(Boolean).join(' ') || name : name
}
