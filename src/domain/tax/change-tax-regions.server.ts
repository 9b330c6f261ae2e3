import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { formatDay } from '../shared/day.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import { rateFromPpm } from '../shared/rate.ts'
import { placeOf } from './place-of.ts'
import { findOverlap } from './tax-region-queries.server.ts'
import type { TaxRegion } from './tax-region.ts'

export const NO_SUCH_REGION = 'This tax region does not exist.'

/** Lets only one admin at a time change tax regions. */
export async function lockTaxRegions(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('driveline.tax_regions'))`.execute(trx)
}

/** Refuses a region that has a place and a day in common with another one of the same precision. */
export async function checkOverlap(
  trx: Database,
  region: Parameters<typeof findOverlap>[1],
): Promise<Outcome<never> | null> {
  const other = await findOverlap(trx, region)
  if (!other) return null
  const until = other.validTo === null ? 'on' : `to ${formatDay(other.validTo)}`
  return refused(
    'region_overlaps',
    `“${other.name}” already has a rate for ${placeOf(other)} from ${formatDay(other.validFrom)} ${until}. Choose other days, or end that one first.`,
  )
}

/** A region for the audit. */
export const regionFacts = (region: Omit<TaxRegion, 'id'>) => ({
  name: region.name,
  country: region.country,
  region: region.region ?? '',
  postalCodes: region.postalFrom === null ? '' : `${region.postalFrom} – ${region.postalTo}`,
  rate: rateFromPpm(region.ratePpm),
  deliveryTaxed: region.deliveryTaxed,
  coreTaxed: region.coreTaxed,
  coreTaxRefunded: region.coreTaxRefunded,
  validFrom: region.validFrom,
  validTo: region.validTo ?? '',
})
