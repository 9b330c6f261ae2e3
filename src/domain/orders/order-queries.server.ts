import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { OrdersTable } from '#db/schema/orders.ts'
import { isId } from '../shared/id.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import type { ShopRules } from '../shop-rules.ts'
import type { Order } from './order.ts'

export type OrderRow = Selectable<OrdersTable>

/** The message for an order that is missing, deleted, or not the viewer's: the responses are identical. */
export const NO_SUCH_ORDER = 'There is no such order. It may have been deleted.'

/** Whether the whole payment of the order was refunded. */
export function isRefunded(row: Pick<OrderRow, 'refunded_cents' | 'total_cents'>): boolean {
  return row.refunded_cents === row.total_cents
}

/** An order row as the API returns it. `rules`: the store's. */
export function toOrder(row: OrderRow, rules: Pick<ShopRules, 'orderPrefix'>): Order {
  return {
    _id: row.id,
    number: formatOrderNumber(row.number, rules.orderPrefix),
    productId: row.product_id,
    picture: row.picture,
    productName: row.product_name,
    unitPrice: dollarsFromCents(row.unit_price_cents),
    orderQty: row.quantity,
    unit: row.unit,
    totalPrice: dollarsFromCents(row.total_cents),
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    customerAddress: row.customer_address,
    paid: row.paid_at !== null,
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
    shipped: row.shipped_at !== null,
    placedAt: row.placed_at.toISOString(),
    ...(row.paid_at && { paidAt: row.paid_at.toISOString() }),
    ...(isRefunded(row) && { refunded: true }),
    ...(row.refunded_cents > 0 && {
      refundedAmount: dollarsFromCents(row.refunded_cents),
      ...(row.refunded_at && { refundedAt: row.refunded_at.toISOString() }),
    }),
    ...(row.disputed && { disputed: true }),
    ...(row.shipped_at && { shippedAt: row.shipped_at.toISOString() }),
    ...(row.carrier && row.tracking_number && { carrier: row.carrier, trackingNumber: row.tracking_number }),
    ...(row.hold === 'held' && { holdExpiresAt: row.hold_expires_at.toISOString() }),
    ...(row.vehicle === null || row.fit_verdict === null || row.fit_reason === null
      ? {}
      : { fit: { vehicle: row.vehicle, verdict: row.fit_verdict, reason: row.fit_reason } }),
  }
}

/** The order with this id, including a deleted one. Malformed ids find nothing. */
export async function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * The order with this id, locked until the transaction ends. Malformed ids find nothing, and neither do
 * deleted orders.
 */
export async function lockOrder(trx: Database, id: string): Promise<OrderRow | undefined> {
  if (!isId(id)) return undefined
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
