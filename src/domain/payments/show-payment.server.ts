import type { Viewer } from '../accounts/viewer.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { findOrder, NO_SUCH_ORDER, toOrder } from '../orders/order-queries.server.ts'
import type { Order } from '../orders/order.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { PaymentShop } from './payment-shop.ts'
import { refuseBeforeReconciliation } from './provider-account.server.ts'

/**
 * The order to pay; one already paid is returned with paid true. Access: owner and admins.
 * Refusals: not_found, provider_unavailable after a restore until payments have been reconciled.
 */
export async function showPayment(shop: PaymentShop, viewer: Viewer, id: string): Promise<Outcome<Order>> {
  const order = await findOrder(shop.db, id)
  if (!order || order.deleted_at || !maySeeOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
  const refusal = order.paid_at === null ? await refuseBeforeReconciliation(shop.db) : null
  return refusal ?? ok(toOrder(order, shop.rules))
}
