import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { ok, type Outcome, refused, refusedField, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { checkOverlap, lockTaxRegions, NO_SUCH_REGION } from './change-tax-regions.server.ts'
import { findTaxRegion } from './tax-region-queries.server.ts'
import { BEFORE_FIRST_DAY, type EndTaxRegionInput } from './tax-region.ts'

/**
 * Changes the last day of a tax region; null: none. It changes no order that has been placed. Access: admins.
 * The same day: modifiedCount 0.
 * Refusals: not_found; invalid_input for a day before its first; region_overlaps.
 */
export async function endTaxRegion(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
  { validTo }: EndTaxRegionInput,
): Promise<Outcome<UpdateResult>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_REGION)
  return db.transaction().execute(async (trx) => {
    await lockTaxRegions(trx)
    const region = await findTaxRegion(trx, id)
    if (!region) return refused('not_found', NO_SUCH_REGION)
    if (validTo === region.validTo) return ok({ modifiedCount: 0 })
    if (validTo !== null && validTo < region.validFrom)
      return refusedField('validTo', 'invalid_input', BEFORE_FIRST_DAY, 'invalid')
    const refusal = await checkOverlap(trx, { ...region, validTo })
    if (refusal) return refusal
    await trx.updateTable('tax_regions').set({ valid_to: validTo }).where('id', '=', id).execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'end_tax_region',
      subject: `tax_region:${id}`,
      before: { validTo: region.validTo ?? '' },
      after: { validTo: validTo ?? '' },
    })
    return ok({ modifiedCount: 1 })
  })
}
