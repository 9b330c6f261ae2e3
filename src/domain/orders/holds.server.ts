import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChange } from '../audit/record-change.server.ts'
import type { CacheTag } from '../shared/cache-tags.ts'
import { ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import type { ShopRules } from '../shop-rules.ts'
import { moveStock } from './move-stock.server.ts'
import { ABOVE_AVAILABLE_STOCK } from './order-quantity.ts'
import type { OrderRow } from './order-queries.server.ts'
import { checkUnverifiedShare, type HeldPieces } from './unverified-share.ts'

/**
 * Ends the hold of an unpaid purchase and releases the units of its orders, unless that has been done. It
 * must be locked: so a hold is released at most once (I9).
 * @returns the stock changes, to be published after the commit; none when the hold was released before.
 */
export async function releaseHold(
  trx: Database,
  orders: readonly OrderRow[],
  why: { actorId: string | null; action: 'delete_order' | 'lapse_hold' },
): Promise<CacheTag[]> {
  const { hold, purchaseId } = holdOf(orders)
  await trx
    .updateTable('orders')
    .set({
      hold: 'released',
      ...(why.action === 'delete_order' && { deleted_at: sql<Date>`clock_timestamp()` }),
    })
    .where('purchase_id', '=', purchaseId)
    .execute()
  const changes = hold === 'held' ? await moveStock(trx, piecesOf(orders), 'released') : []
  await recordChange(trx, {
    ...why,
    subject: `order:${purchaseId}`,
    before: { hold },
    after: { hold: 'released' },
  })
  return changes
}

/**
 * Reserves the units of a purchase with an expired hold again: all of them, or none. It must be locked.
 * @param charged whether it has been charged: then the limit for unverified customers does not apply.
 * @returns the stock changes, to be published after the commit.
 * Refusals: insufficient_stock when units are gone; email_not_verified.
 */
export async function renewHold(
  trx: Database,
  orders: readonly OrderRow[],
  rules: ShopRules,
  { charged }: { charged: boolean },
): Promise<Outcome<CacheTag[]>> {
  const { purchaseId, accountId } = holdOf(orders)
  const products = await trx
    .selectFrom('products')
    .select(['id', 'available', 'min_order as minOrder'])
    .where(
      'id',
      'in',
      orders.map((order) => order.product_id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const isVerified = await isVerifiedAccount(trx, accountId)
  for (const order of orders) {
    const product = products.find(({ id }) => id === order.product_id)
    if (!product || product.available < order.quantity)
      return refuseOf(order, 'insufficient_stock', ABOVE_AVAILABLE_STOCK)
    if (isVerified || charged) continue
    const share = { ...product, ...(await countUnverified(trx, accountId, product.id)) }
    const message = checkUnverifiedShare(order.quantity, share, rules.unverifiedSharePercent, order.unit)
    if (message) return refuseOf(order, 'email_not_verified', message)
  }
  const minutes = isVerified ? rules.orderHoldMinutes : rules.unverifiedHoldMinutes
  await trx
    .updateTable('orders')
    .set({
      hold: 'held',
      unverified: !isVerified,
      hold_expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .where('purchase_id', '=', purchaseId)
    .execute()
  const changes = await moveStock(trx, piecesOf(orders), 'held')
  await recordChange(trx, {
    actorId: null,
    action: 'retake_hold',
    subject: `order:${purchaseId}`,
    before: { hold: 'released' },
    after: { hold: 'held' },
  })
  return ok(changes)
}

/** The orders of a purchase have one hold and one account (I33b). */
function holdOf([order]: readonly OrderRow[]) {
  if (!order) throw new Error('A purchase without orders has no hold')
  return { hold: order.hold, purchaseId: order.purchase_id, accountId: order.account_id }
}

/** Among several parts, the refusal names the one that it is about. */
function refuseOf(order: OrderRow, code: 'insufficient_stock' | 'email_not_verified', message: string) {
  return order.lines === 1
    ? refused(code, message)
    : refusedField(`lines.${order.product_id}`, code, `${order.product_name}: ${message}`, code)
}

/** All units of these orders. */
function piecesOf(orders: readonly OrderRow[]) {
  return orders.map((order) => ({ order, quantity: order.quantity }))
}

async function isVerifiedAccount(trx: Database, id: string): Promise<boolean> {
  const account = await trx
    .selectFrom('accounts')
    .select('email_verified')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return account.email_verified
}

/** Units of a part that are held for unverified customers: this customer's share is computed from them. */
async function countUnverified(trx: Database, accountId: string, productId: string): Promise<HeldPieces> {
  const { rows } = await sql<HeldPieces>`
    select held::integer, own::integer from count_unverified_pieces(${productId}, ${accountId})`.execute(trx)
  return rows[0] ?? { held: 0, own: 0 }
}
