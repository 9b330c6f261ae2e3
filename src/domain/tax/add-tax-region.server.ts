import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type InsertResult, ok, type Outcome } from '../shared/outcome.ts'
import { ppmFromRate } from '../shared/rate.ts'
import type { Shop } from '../shop.ts'
import { checkOverlap, lockTaxRegions, regionFacts } from './change-tax-regions.server.ts'
import type { AddTaxRegionInput, TaxRegion } from './tax-region.ts'

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
      .values({ ...regionColumns(added), entered_by: viewer.id })
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

/** The columns of a region that an owner enters. */
export function regionColumns(region: Omit<TaxRegion, 'id'>) {
  return {
    country: region.country,
    region: region.region,
    postal_from: region.postalFrom,
    postal_to: region.postalTo,
    name: region.name,
    rate_ppm: region.ratePpm,
    delivery_taxed: region.deliveryTaxed,
    core_taxed: region.coreTaxed,
    core_tax_refunded: region.coreTaxRefunded,
    valid_from: region.validFrom,
    valid_to: region.validTo,
  }
}
