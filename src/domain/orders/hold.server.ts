import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '../audit.server.ts'
import type { OrderRow } from './order-queries.server.ts'

/**
 * Ends the hold of an unpaid order and puts its pieces back on the shelf, unless they are there already.
 * The order's row must be locked: so a hold is released at most once (I9).
 */
export async function releaseHold(
  trx: Database,
  order: OrderRow,
  why: { actorId: string | null; action: 'delete_order' | 'lapse_hold'; deleted: boolean },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ hold: 'released', ...(why.deleted ? { deleted_at: sql<Date>`clock_timestamp()` } : {}) })
    .where('id', '=', order.id)
    .execute()
  if (order.hold === 'held') {
    await trx
      .updateTable('products')
      .set((is) => ({ available: is('available', '+', order.quantity) }))
      .where('id', '=', order.product_id)
      .execute()
    await trx
      .insertInto('stock_movements')
      .values({
        product_id: order.product_id,
        order_id: order.id,
        kind: 'released',
        quantity: order.quantity,
      })
      .execute()
  }
  await recordChange(trx, {
    actorId: why.actorId,
    action: why.action,
    subject: `order:${order.id}`,
    before: { hold: order.hold },
    after: { hold: 'released' },
  })
}

/**
 * Takes the pieces of an order whose hold has lapsed off the shelf again. The order's row must be locked.
 * @returns false when they are not there any more.
 */
export async function retakeHold(trx: Database, order: OrderRow, holdMinutes: number): Promise<boolean> {
  const taken = await trx
    .updateTable('products')
    .set((is) => ({ available: is('available', '-', order.quantity) }))
    .where('id', '=', order.product_id)
    .where('available', '>=', order.quantity)
    .returning('id')
    .executeTakeFirst()
  if (!taken) return false
  await trx
    .updateTable('orders')
    .set({ hold: 'held', hold_expires_at: sql<Date>`now() + make_interval(mins => ${holdMinutes})` })
    .where('id', '=', order.id)
    .execute()
  await trx
    .insertInto('stock_movements')
    .values({ product_id: order.product_id, order_id: order.id, kind: 'held', quantity: -order.quantity })
    .execute()
  await recordChange(trx, {
    actorId: null,
    action: 'retake_hold',
    subject: `order:${order.id}`,
    before: { hold: 'released' },
    after: { hold: 'held' },
  })
  return true
}
