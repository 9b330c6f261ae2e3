import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { type DeleteResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { lockTaxRegions, NO_SUCH_REGION, regionFacts } from './change-tax-regions.server.ts'
import { findTaxRegion } from './tax-region-queries.server.ts'

/**
 * Deletes a tax region that was entered by mistake: one by which nothing has been ordered or invoiced yet.
 * Orders that are being placed are waited for. Access: admins.
 * Refusals: not_found; region_in_use, whose region can be ended instead.
 */
export async function deleteTaxRegion(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DeleteResult>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_REGION)
  return db.transaction().execute(async (trx) => {
    await lockTaxRegions(trx)
    const region = await findTaxRegion(trx, id)
    if (!region) return refused('not_found', NO_SUCH_REGION)
    await waitForOrders(trx)
    if (await isUsed(trx, id))
      return refused(
        'region_in_use',
        `Orders have been placed with the tax of “${region.name}”. End it with a date instead.`,
      )
    await trx.deleteFrom('tax_regions').where('id', '=', id).execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'delete_tax_region',
      subject: `tax_region:${id}`,
      before: regionFacts(region),
    })
    return ok({ deletedCount: 1 })
  })
}

/**
 * Until this transaction ends, nothing is ordered: orders and checkouts lock rows of their parts before they
 * read the tax regions. Pages can be read. An import of parts makes it fail after half a second, so that
 * orders do not wait longer for both.
 */
async function waitForOrders(trx: Database): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(trx)
  await sql`lock table products in exclusive mode`.execute(trx)
}

async function isUsed(trx: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from orders where tax_region_id = ${id})
      or exists (select from document_lines where region_id = ${id}) as used`.execute(trx)
  return rows[0]?.used ?? true
}
