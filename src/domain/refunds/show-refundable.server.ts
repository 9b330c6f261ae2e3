import type { Viewer } from '../accounts/viewer.ts'
import { findLedger } from '../documents/ledger.server.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { findOrder, NO_SUCH_ORDER } from '../orders/order-queries.server.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { Refundable } from './refund.ts'

/**
 * What can be given back of a paid purchase, by its id or that of one of its orders. Access: owner and
 * admins. Refusals: not_found, including for other customers' purchases; not_paid.
 */
export async function showRefundable(
  { db }: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<Refundable>> {
  const order = await findOrder(db, id)
  if (!order || order.deleted_at || !maySeeOrder(viewer, order)) return refused('not_found', NO_SUCH_ORDER)
  if (order.paid_at === null) return refused('not_paid', 'This order is not paid yet.')
  const { lines, leftCents } = await findLedger(db, order.purchase_id)
  return ok({
    left: dollarsFromCents(leftCents),
    lines: lines.map(({ id, orderId, kind, words, quantity, netCents, taxCents, credited, ...core }) => ({
      _id: id,
      ...(orderId !== null && { orderId }),
      kind,
      words,
      ...(quantity !== null && { quantity }),
      net: dollarsFromCents(netCents),
      tax: dollarsFromCents(taxCents),
      credited: {
        quantity: credited.quantity,
        net: dollarsFromCents(credited.netCents),
        tax: dollarsFromCents(credited.taxCents),
      },
      ...(core.kept && { kept: core.kept }),
      ...(core.taxStays && { taxStays: true as const }),
    })),
  })
}
