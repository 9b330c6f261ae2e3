import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type CacheTag, stockTag } from '../shared/cache-tags.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { ShopRules } from '../shop-rules.ts'
import { ABOVE_AVAILABLE_STOCK } from './order-quantity.ts'
import type { OrderRow } from './order-queries.server.ts'
import { checkUnverifiedShare, type HeldPieces, type UnverifiedStock } from './unverified-share.ts'

/**
 * Ends the hold of an unpaid order and releases its units, unless that has been done. The order's row must
 * be locked: so a hold is released at most once (I9).
 * @returns the stock change, to be published after the commit; null when the hold was released before.
 */
export async function releaseHold(
  trx: Database,
  order: OrderRow,
  why: { actorId: string | null; action: 'delete_order' | 'lapse_hold' },
): Promise<CacheTag | null> {
  await trx
    .updateTable('orders')
    .set({
      hold: 'released',
      ...(why.action === 'delete_order' && { deleted_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', order.id)
    .execute()
  const change = order.hold === 'held' ? await moveStock(trx, order, 'released') : null
  await recordChange(trx, {
    ...why,
    subject: `order:${order.id}`,
    before: { hold: order.hold },
    after: { hold: 'released' },
  })
  return change
}

/**
 * Reserves the units of an order with an expired hold again. The order's row must be locked.
 * @param charged whether the order has been charged: then the limit for unverified customers does not apply.
 * @returns the stock change, to be published after the commit.
 * Refusals: insufficient_stock when the units are gone; email_not_verified.
 */
export async function renewHold(
  trx: Database,
  order: OrderRow,
  rules: ShopRules,
  { charged }: { charged: boolean },
): Promise<Outcome<CacheTag>> {
  const product = await trx
    .selectFrom('products')
    .select(['id', 'available', 'min_order'])
    .where('id', '=', order.product_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (product.available < order.quantity) return refused('insufficient_stock', ABOVE_AVAILABLE_STOCK)
  const share = await findUnverifiedStock(trx, order.account_id, product)
  const verificationMessage =
    share && !charged && checkUnverifiedShare(order.quantity, share, rules.unverifiedSharePercent, order.unit)
  if (verificationMessage) return refused('email_not_verified', verificationMessage)
  const minutes = share ? rules.unverifiedHoldMinutes : rules.orderHoldMinutes
  await trx
    .updateTable('orders')
    .set({
      hold: 'held',
      unverified: share !== null,
      hold_expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .where('id', '=', order.id)
    .execute()
  const change = await moveStock(trx, order, 'held')
  await recordChange(trx, {
    actorId: null,
    action: 'retake_hold',
    subject: `order:${order.id}`,
    before: { hold: 'released' },
    after: { hold: 'held' },
  })
  return ok(change)
}

/** Takes the units of an order out of stock or puts them back, and writes the ledger row. */
async function moveStock(trx: Database, order: OrderRow, kind: 'held' | 'released'): Promise<CacheTag> {
  const quantity = kind === 'held' ? -order.quantity : order.quantity
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
  return stockTag(order.product_id, after, quantity)
}

/** The numbers that this customer's share of a part is computed from; null for a verified customer. */
async function findUnverifiedStock(
  trx: Database,
  accountId: string,
  { id, available, min_order: minOrder }: { id: string; available: number; min_order: number },
): Promise<UnverifiedStock | null> {
  const { rows } = await sql<HeldPieces>`
    select held::integer, own::integer from accounts, count_unverified_pieces(${id}, accounts.id)
    where accounts.id = ${accountId} and not email_verified`.execute(trx)
  return rows[0] ? { available, minOrder, ...rows[0] } : null
}
