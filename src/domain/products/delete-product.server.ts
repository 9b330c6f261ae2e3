import { sql } from 'kysely'
import { recordChange } from '../audit/record-change.server.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { isId } from '../shared/id.ts'
import { NO_SUCH_PRODUCT } from './show-product.server.ts'

/**
 * Deletes a product. Who may: admins. The row stays as a tombstone: open orders retain their snapshot and pieces (decision 006).
 * Refused: not_found, also when already deleted.
 */
export async function deleteProduct(
  shop: Shop,
  viewer: Viewer,
  id: string,
): Promise<Outcome<{ deletedCount: number }>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_PRODUCT)
  const outcome = await shop.db
    .transaction()
    .execute(async (trx): Promise<Outcome<{ deletedCount: number }>> => {
      const deleted = await trx
        .updateTable('products')
        .set({ deleted_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning(['name', 'available'])
        .executeTakeFirst()
      if (!deleted) return refused('not_found', NO_SUCH_PRODUCT)
      await recordChange(trx, {
        actorId: viewer.id,
        action: 'delete_product',
        subject: `product:${id}`,
        before: { name: deleted.name, available: deleted.available },
      })
      return ok({ deletedCount: 1 })
    })
  await shop.publishChange('products')
  return outcome
}
