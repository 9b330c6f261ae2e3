import type { z } from 'zod'
import { isRegionOf, regionCode, subdivisionsOf } from './subdivisions.ts'
import { boundedText } from './text.ts'

const capitals = (text: string) => text.trim().toUpperCase()

const NO_COUNTRY = 'Enter a country by its two letters, such as US'

/** A country by its two letters (ISO 3166-1): "US". */
export const CountrySchema = boundedText(20, { missing: NO_COUNTRY })
  .overwrite(capitals)
  .regex(/^[A-Z]{2}$/, NO_COUNTRY)

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

/** Reports a state that the country does not have. */
export function checkState({ country, region }: InCountry, context: z.core.$RefinementCtx): void {
  if (typeof region !== 'string') return
  const known = subdivisionsOf(country)
  if (known ? isRegionOf(country, region) : /^[A-Z0-9]{1,3}$/.test(region)) return
  const [example] = known?.list ?? []
  context.addIssue({
    code: 'custom',
    path: ['region'],
    message:
      known && example
        ? `Enter a ${known.called} by its name or code, such as ${example.label} or ${example.key}`
        : 'Enter a state by its code, such as IL',
  })
}
