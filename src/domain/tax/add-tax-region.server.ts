import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type InsertResult, ok, type Outcome } from '../shared/outcome.ts'
import { ppmFromRate } from '../shared/rate.ts'
import type { Shop } from '../shop.ts'
import { checkOverlap, lockTaxRegions, regionFacts } from './change-tax-regions.server.ts'
import type { AddTaxRegionInput } from './tax-region.ts'

/**
 * Adds a region in which tax is collected. It changes no order that has been placed. Access: admins.
 * Refusals: region_overlaps when another one has the same place on one of its days.
 */
export function addTaxRegion(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  { rate, ...input }: AddTaxRegionInput,
): Promise<Outcome<InsertResult>> {
  const added = {
    ...input,
    region: input.region ?? null,
    postalFrom: input.postalFrom ?? null,
    postalTo: input.postalTo ?? null,
    ratePpm: ppmFromRate(rate) ?? 0,
    validTo: input.validTo ?? null,
  }
  return db.transaction().execute(async (trx) => {
    await lockTaxRegions(trx)
    const refusal = await checkOverlap(trx, added)
    if (refusal) return refusal
    const { id } = await trx
      .insertInto('tax_regions')
      .values({
        country: added.country,
        region: added.region,
        postal_from: added.postalFrom,
        postal_to: added.postalTo,
        name: added.name,
        rate_ppm: added.ratePpm,
        delivery_taxed: added.deliveryTaxed,
        core_taxed: added.coreTaxed,
        core_tax_refunded: added.coreTaxRefunded,
        valid_from: added.validFrom,
        valid_to: added.validTo,
        entered_by: viewer.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'add_tax_region',
      subject: `tax_region:${id}`,
      after: regionFacts(added),
    })
    return ok({ insertedId: id })
  })
}
