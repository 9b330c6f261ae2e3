import type { z } from 'zod'
import { COUNTRY_CODES, countryName } from './countries.ts'
import { isRegionOf, regionCode, regionName, subdivisionsOf } from './subdivisions.ts'
import { boundedText } from './text.ts'

const capitals = (text: string) => text.trim().toUpperCase()

const NO_COUNTRY = 'Enter a country by its two letters, such as US'

/** Countries that are often written by other letters than those of ISO 3166-1. */
const OTHER_LETTERS = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

/** A country of addresses by its two letters (ISO 3166-1): "US". */
export const CountrySchema = boundedText(20, { missing: NO_COUNTRY })
  .overwrite(capitals)
  .regex(/^[A-Z]{2}$/, { error: NO_COUNTRY, abort: true })
  .refine((country) => COUNTRY_CODES.has(country), { error: ({ input }) => whichCountry(String(input)) })

function whichCountry(letters: string): string {
  const state = regionName('US', letters)
  if (state !== undefined) return `Enter US: ${state} is a state of it here`
  const country = OTHER_LETTERS.get(letters)
  return country === undefined ? NO_COUNTRY : `Enter ${country} for ${countryName(country)}`
}

/**
 * A state or province of a place's country by its name or code, stored as its code (the last part of ISO
 * 3166-2): "IL". For `checkState`, which knows the country.
 */
export const StateSchema = boundedText(40).trim().min(1, 'Enter a state by its code, such as IL')

type InCountry = { country: string; region?: string | null | undefined }

/** The place with the code of its state. */
export function withStateCode<T extends InCountry>(place: T): T {
  return typeof place.region === 'string'
    ? { ...place, region: regionCode(place.country, place.region) }
    : place
}

/**
 * Reports a state that the country does not have, and every one of a country whose states are not known: what
 * customers type there would rarely be the same.
 */
export function checkState({ country, region }: InCountry, context: z.core.$RefinementCtx): void {
  if (typeof region !== 'string') return
  const known = subdivisionsOf(country)
  if (known && isRegionOf(country, region)) return
  const [example] = known?.list ?? []
  context.addIssue({
    code: 'custom',
    path: ['region'],
    message:
      known && example
        ? `Enter a ${known.called} by its name or code, such as ${example.label} or ${example.key}`
        : 'Leave this blank: the store knows states of the US and provinces of Canada only',
  })
}
