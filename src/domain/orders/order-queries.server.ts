import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { OrdersTable } from '#db/schema/orders.ts'
import { isId } from '../shared/id.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import { refused } from '../shared/outcome.ts'
import type { ShopRules } from '../shop-rules.ts'
import type { Order } from './order.ts'
import type { Tracking } from './tracking.ts'

export type OrderRow = Selectable<OrdersTable>

/** An order with what its purchase costs, in cents, and the tracking of its last parcel. */
export type PurchasedOrder = OrderRow & { purchase_total_cents: number; tracking: Tracking | null }

/** The columns that make a row of `orders` a PurchasedOrder. */
export const PURCHASED = [
  sql<number>`(select p.total_cents from purchases p where p.id = orders.purchase_id)`.as(
    'purchase_total_cents',
  ),
  sql<Tracking | null>`(
    select case when carrier is not null then jsonb_build_object('carrier', carrier, 'trackingNumber', tracking_number) end
    from shipment_lines l join shipments s on s.id = l.shipment_id
    where l.order_id = orders.id order by s.position desc limit 1)`.as('tracking'),
]

/** The message for an order that is missing, deleted, or not the viewer's: the responses are identical. */
export const NO_SUCH_ORDER = 'There is no such order. It may have been deleted.'

/** The refusal of what concerns a whole purchase, asked for one of its orders. */
export function refusePart(
  what: 'Paid' | 'Deleted',
  { number }: Pick<OrderRow, 'number'>,
  rules: Pick<ShopRules, 'orderPrefix'>,
) {
  const purchase = formatOrderNumber(number, rules.orderPrefix)
  return refused('part_of_purchase', `${what} together with the rest of ${purchase}`)
}

/** Whether the whole payment of the order was refunded. */
export function isRefunded(row: Pick<OrderRow, 'refunded_cents' | 'total_cents'>): boolean {
  return row.refunded_cents === row.total_cents
}

/** Pieces of an order that have neither shipped nor been canceled. */
export function openPieces(
  row: Pick<OrderRow, 'quantity' | 'canceled_quantity' | 'shipped_quantity'>,
): number {
  return row.quantity - row.canceled_quantity - row.shipped_quantity
}

/** SQL: whether an order is to ship. Its first three conditions are those of the index orders_to_ship. */
export const IS_TO_SHIP = sql<boolean>`(paid_at is not null and shipped_at is null
  and canceled_quantity < quantity and orders.refunded_cents < orders.total_cents)`

/** "DL-10042"; in a purchase of several parts "DL-10042-2". */
function numberOf(
  { number, line, lines }: Pick<OrderRow, 'number' | 'line' | 'lines'>,
  rules: Pick<ShopRules, 'orderPrefix'>,
): string {
  const purchase = formatOrderNumber(number, rules.orderPrefix)
  return lines === 1 ? purchase : `${purchase}-${line}`
}

/** An order row as the API returns it. `rules`: the store's. */
export function toOrder(row: PurchasedOrder, rules: Pick<ShopRules, 'orderPrefix'>): Order {
  return {
    _id: row.id,
    number: numberOf(row, rules),
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
    ...(row.shipped_at === null && row.shipped_quantity > 0 && { shippedQty: row.shipped_quantity }),
    ...(row.canceled_quantity > 0 && { canceledQty: row.canceled_quantity }),
    placedAt: row.placed_at.toISOString(),
    ...(row.paid_at && { paidAt: row.paid_at.toISOString() }),
    ...(isRefunded(row) && { refunded: true }),
    ...(row.refunded_cents > 0 && {
      refundedAmount: dollarsFromCents(row.refunded_cents),
      ...(row.refunded_at && { refundedAt: row.refunded_at.toISOString() }),
    }),
    ...(row.disputed && { disputed: true }),
    ...(row.shipped_at && { shippedAt: row.shipped_at.toISOString() }),
    ...row.tracking,
    ...(row.hold === 'held' && { holdExpiresAt: row.hold_expires_at.toISOString() }),
    // What is paid for an order that was placed alone is its own total.
    ...((row.lines > 1 || row.purchase_total_cents !== row.total_cents) && {
      purchase: {
        _id: row.purchase_id,
        number: formatOrderNumber(row.number, rules.orderPrefix),
        parts: row.lines,
        total: dollarsFromCents(row.purchase_total_cents),
      },
    }),
    ...(row.vehicle === null || row.fit_verdict === null || row.fit_reason === null
      ? {}
      : { fit: { vehicle: row.vehicle, verdict: row.fit_verdict, reason: row.fit_reason } }),
  }
}

/** The order with this id, including a deleted one. Malformed ids find nothing. */
export async function findOrder(db: Database, id: string): Promise<PurchasedOrder | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('orders').selectAll('orders').select(PURCHASED).where('id', '=', id).executeTakeFirst()
}

/**
 * The purchase with this id, or with the order of this id, locked until the transaction ends: all of its
 * orders, by line. Everything that is done to a whole purchase locks it first. Malformed ids find nothing,
 * and neither do deleted purchases.
 */
export async function lockPurchase(
  trx: Database,
  id: string,
): Promise<[PurchasedOrder, ...PurchasedOrder[]] | undefined> {
  if (!isId(id)) return undefined
  const [first, ...others] = await trx
    .selectFrom('purchases')
    .innerJoin('orders', 'orders.purchase_id', 'purchases.id')
    .selectAll('orders')
    .select(PURCHASED)
    .where('purchases.id', '=', (eb) =>
      eb.selectFrom('orders').select('orders.purchase_id').where('orders.id', '=', id),
    )
    .where('orders.deleted_at', 'is', null)
    .orderBy('orders.line')
    .forNoKeyUpdate(['purchases', 'orders'])
    .execute()
  return first && [first, ...others]
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
