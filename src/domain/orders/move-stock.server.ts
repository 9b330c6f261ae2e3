import type { Database } from '#db/connection.ts'
import { type CacheTag, stockTag } from '../shared/cache-tags.ts'
import type { OrderRow } from './order-queries.server.ts'

/**
 * Takes units of orders out of stock, or puts them back, and writes their ledger rows. Their purchase must be
 * locked.
 * @returns the stock changes, to be published after the commit.
 */
export async function moveStock(
  trx: Database,
  pieces: readonly { order: Pick<OrderRow, 'id' | 'product_id'>; quantity: number }[],
  kind: 'held' | 'released' | 'canceled' | 'returned',
): Promise<CacheTag[]> {
  const changes: CacheTag[] = []
  // Everything locks products by id: no deadlock.
  for (const { order, ...moved } of pieces.toSorted((a, b) =>
    a.order.product_id < b.order.product_id ? -1 : 1,
  )) {
    const quantity = kind === 'held' ? -moved.quantity : moved.quantity
    const after = await trx
      .updateTable('products')
      .set((eb) => ({ available: eb('available', '+', quantity) }))
      .where('id', '=', order.product_id)
      .returning(['available', 'min_order as minOrder'])
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('stock_movements')
      .values({ product_id: order.product_id, order_id: order.id, kind, quantity })
      .execute()
    changes.push(stockTag(order.product_id, after, quantity))
  }
  return changes
}
