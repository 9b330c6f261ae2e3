import type { Viewer } from '../accounts/viewer.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { findOrder, NO_SUCH_ORDER } from '../orders/order-queries.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { documentsOf } from './document-queries.server.ts'
import type { DocumentSummary } from './document.ts'

/**
 * The documents of the purchase that an order belongs to: none until it is paid, and none if it was paid
 * before the store had invoices. Access: owner and admins. Refusals: not_found, including for other
 * customers' orders.
 */
export async function listOrderDocuments(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DocumentSummary[]>> {
  const order = await findOrder(db, id)
  if (!order || order.deleted_at || !maySeeOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
  const documents = await documentsOf(db, [order.purchase_id])
  return ok(documents.get(order.purchase_id) ?? [])
}
