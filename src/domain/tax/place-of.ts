import type { TaxRegion } from './tax-region.ts'

/** The place of a tax region in words: "US", "IL, US", "606 – 608, IL, US". */
export function placeOf({
  country,
  region,
  postalFrom,
  postalTo,
}: { [Key in 'region' | 'postalFrom' | 'postalTo']?: TaxRegion[Key] | undefined } & Pick<
  TaxRegion,
  'country'
>): string {
  const codes = postalFrom === postalTo ? postalFrom : `${postalFrom} – ${postalTo}`
  return [codes, region, country].filter(Boolean).join(', ')
}
