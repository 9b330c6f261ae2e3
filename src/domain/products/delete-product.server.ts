import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { type DeleteResult, ok, type Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { changeProduct } from './change-product.server.ts'

/**
 * Deletes a product. Access: admins. The row stays as a tombstone: open orders retain their snapshot and
 * units (decision 006).
 * Refusals: not_found, even when already deleted.
 */
export async function deleteProduct(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DeleteResult>> {
  return changeProduct(shop, viewer, { id }, async (trx, { name, available }, audit) => {
    await trx
      .updateTable('products')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit('delete_product', { before: { name, available } })
    return ok({ deletedCount: 1 })
  })
}
