import type { Viewer } from '../accounts/viewer.ts'
import { formatCount } from '../shared/format-count.ts'
import type { IdempotencyKey } from '../shared/idempotency.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { changeProduct } from './change-product.server.ts'
import { MAX_PIECES } from './product.ts'

/**
 * Adds received units or removes missing ones. Access: admins. Relative to the current stock,
 * so that concurrent admins and orders lose nothing; a key counts once.
 * Refusals: not_found; stock_conflict when fewer units are in stock than are to be removed, or more would be
 * than MAX_PIECES.
 */
export async function restockProduct(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  id: string,
  quantity: number,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<{ modifiedCount: number; available: number }>> {
  return changeProduct(shop, viewer, { id, idempotencyKey }, async (trx, before, audit) => {
    const available = before.available + quantity
    if (available < 0)
      return refused('stock_conflict', `Only ${before.available} in stock: write off at most that many.`)
    if (quantity > 0 && available > MAX_PIECES)
      return refused('stock_conflict', `A part can have at most ${formatCount(MAX_PIECES)} in stock.`)
    await trx.updateTable('products').set({ available }).where('id', '=', id).execute()
    await trx
      .insertInto('stock_movements')
      .values({ product_id: id, kind: quantity > 0 ? 'received' : 'corrected', quantity })
      .execute()
    await audit('restock_product', { before: { available: before.available }, after: { available } })
    return ok({ modifiedCount: 1, available })
  })
}
