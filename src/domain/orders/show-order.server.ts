import type { Viewer } from '../accounts/viewer.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { withProducts } from './list-orders.server.ts'
import { maySeeOrder } from './order-policy.ts'
import { findOrder, NO_SUCH_ORDER, toOrder } from './order-queries.server.ts'
import type { OrderListItem } from './order.ts'

/**
 * One order, for its own page. Access: owner and admins. Refusals: not_found, including for other customers'
 * orders.
 */
export async function showOrder(
  shop: Pick<Shop, 'db' | 'rules'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<OrderListItem>> {
  const order = await findOrder(shop.db, id)
  if (!order || order.deleted_at || !maySeeOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
  const [shown] = await withProducts(shop.db, [toOrder(order, shop.rules)])
  return shown ? ok(shown) : refused('not_found', NO_SUCH_ORDER)
}
