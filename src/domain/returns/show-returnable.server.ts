import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { findOrder, NO_SUCH_ORDER } from '../orders/order-queries.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { findReturnFacts } from './return-facts.server.ts'
import { type Returnable, STORE_FAULTS } from './return.ts'

/**
 * What of a purchase can be sent back now: by its owner within the days; by an admin at any time, who may ask
 * for a customer. By its id or that of one of its orders. Access: owner and admins. Refusals: not_found,
 * including for other customers' purchases.
 */
export async function showReturnable(
  shop: Pick<Shop, 'db' | 'content'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<Returnable>> {
  const order = await findOrder(shop.db, id)
  if (!order || order.deleted_at || !maySeeOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
  const isBound = !isAdmin(viewer)
  const facts = await findReturnFacts(shop.db, await shop.content(), [order.purchase_id])
  return ok({
    lines: facts.map(({ orderId, parts, cores, until, isOver, coresUntil, coresAreOver, returnable }) => ({
      orderId,
      quantity: isBound && (until === null || isOver) ? 0 : parts,
      cores: isBound && coresAreOver ? 0 : cores,
      ...(until && { until: until.toISOString() }),
      ...(coresUntil && { coresUntil: coresUntil.toISOString() }),
      ...(isBound && !returnable && { only: [...STORE_FAULTS] }),
    })),
  })
}
