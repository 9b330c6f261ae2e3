import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { PurchasesTable, ShipmentsTable } from '#db/schema/orders.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import type { ShopRules } from '../shop-rules.ts'
import { partFactsOf } from './list-orders.server.ts'
import { isRefunded, openPieces, type OrderRow } from './order-queries.server.ts'
import { type Purchase, type PurchaseLine, purchaseStatus, type PurchaseStatus } from './purchase.ts'
import { trackingLink } from './tracking.ts'

type PurchaseRow = Selectable<PurchasesTable>

/** The purchases with these ids, in this order; deleted ones are missing. */
export async function findPurchases(
  { db, rules }: { db: Database; rules: Pick<ShopRules, 'orderPrefix'> },
  ids: readonly string[],
): Promise<Purchase[]> {
  if (ids.length === 0) return []
  const [purchases, orders, shipments] = await Promise.all([
    db.selectFrom('purchases').selectAll().where('id', 'in', ids).execute(),
    db
      .selectFrom('orders')
      .selectAll()
      .where('purchase_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('line')
      .execute(),
    findShipments(db, ids),
  ])
  const parts = await partFactsOf(
    db,
    orders.map((order) => order.product_id),
  )
  const rows = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  const ordersOf = Map.groupBy(orders, (order) => order.purchase_id)
  return ids.flatMap((id) => {
    const purchase = rows.get(id)
    const [first, ...others] = ordersOf.get(id) ?? []
    if (!purchase || !first) return []
    return toPurchase(purchase, [first, ...others], { parts, rules, shipments: shipments.get(id) ?? [] })
  })
}

function toPurchase(
  row: PurchaseRow,
  orders: readonly [OrderRow, ...OrderRow[]],
  {
    parts,
    rules,
    shipments,
  }: {
    parts: PartFacts
    rules: Pick<ShopRules, 'orderPrefix'>
    shipments: Purchase['shipments']
  },
): Purchase {
  const [first] = orders
  // What is still to ship has the address as it was last corrected; of the rest, what shipped last has the
  // newest. What was canceled has an older one.
  const shipped = orders.filter(({ shipped_quantity: quantity }) => quantity > 0)
  const addressed =
    orders.find((order) => openPieces(order) > 0) ??
    shipped.reduce<OrderRow | null>((a, b) => (a && shippedAt(a) >= shippedAt(b) ? a : b), null) ??
    first
  return {
    _id: row.id,
    number: formatOrderNumber(row.number, rules.orderPrefix),
    status: statusOf(orders),
    placedAt: first.placed_at.toISOString(),
    ...(first.hold === 'held' && { heldUntil: first.hold_expires_at.toISOString() }),
    lines: orders.map((order) => toLine(order, parts)),
    parts: dollarsFromCents(row.parts_cents),
    coreDeposits: dollarsFromCents(row.core_cents),
    ...(row.delivery_name !== null && {
      delivery: {
        name: row.delivery_name,
        price: dollarsFromCents(row.delivery_cents),
        ...(row.delivery_days_min !== null &&
          row.delivery_days_max !== null && {
            daysMin: row.delivery_days_min,
            daysMax: row.delivery_days_max,
          }),
      },
    }),
    tax: dollarsFromCents(row.tax_cents),
    taxIncluded: row.tax_contained,
    total: dollarsFromCents(row.total_cents),
    refunded: dollarsFromCents(row.refunded_cents),
    ...(row.refunded_cents > 0 && row.refunded_at && { refundedAt: row.refunded_at.toISOString() }),
    ...(row.packing_at && { packingAt: row.packing_at.toISOString() }),
    ...(first.disputed && { disputed: true }),
    paid: first.paid_at !== null,
    ...(first.paid_at && { paidAt: first.paid_at.toISOString() }),
    ...(first.transaction_id !== null && { transactionId: first.transaction_id }),
    name: first.customer_name,
    address: addressed.customer_address,
    phone: addressed.customer_phone,
    email: first.customer_email,
    shipments,
  }
}

const shippedAt = (order: OrderRow) => order.shipped_at?.getTime() ?? 0

/** The status of a purchase with these orders. */
export function statusOf(orders: readonly OrderRow[]): PurchaseStatus {
  return purchaseStatus(
    orders.map((order) => ({
      paid: order.paid_at !== null,
      shipped: order.shipped_at !== null,
      partly: order.shipped_quantity > 0,
      canceled: order.canceled_quantity === order.quantity,
      refunded: isRefunded(order),
    })),
  )
}

type PartFacts = Awaited<ReturnType<typeof partFactsOf>>

function toLine(order: OrderRow, parts: PartFacts): PurchaseLine {
  const { partNumber, partSlug } = parts.get(order.product_id) ?? {}
  return {
    orderId: order.id,
    productId: order.product_id,
    name: order.product_name,
    picture: order.picture,
    unit: order.unit,
    quantity: order.quantity,
    price: dollarsFromCents(order.unit_price_cents),
    lineTotal: dollarsFromCents(order.total_cents),
    ...(order.core_unit_cents > 0 && { coreDeposit: dollarsFromCents(order.core_unit_cents) }),
    tax: dollarsFromCents(order.tax_cents),
    shippedQty: order.shipped_quantity,
    canceledQty: order.canceled_quantity,
    ...(partNumber !== undefined && { partNumber }),
    ...(partSlug !== undefined && { partSlug }),
    ...(order.vehicle !== null &&
      order.fit_verdict !== null && {
        fit: { vehicle: order.vehicle, verdict: order.fit_verdict, reason: order.fit_reason ?? '' },
      }),
  }
}

/** The parcels of these purchases, by the purchase's id, oldest first. */
async function findShipments(
  db: Database,
  purchaseIds: readonly string[],
): Promise<Map<string, Purchase['shipments']>> {
  const { rows } = await sql<ShipmentRow>`
    select s.purchase_id, s.id, s.carrier, s.tracking_number, s.shipped_at,
           jsonb_agg(jsonb_build_object('orderId', l.order_id, 'quantity', l.quantity) order by o.line) as lines
    from shipments s join shipment_lines l on l.shipment_id = s.id join orders o on o.id = l.order_id
    where s.purchase_id = any (${purchaseIds}::uuid[])
    group by s.id order by s.position`.execute(db)
  return new Map(
    [...Map.groupBy(rows, (row) => row.purchase_id)].map(([id, shipments]) => [
      id,
      shipments.map(toShipment),
    ]),
  )
}

type ShipmentRow = Selectable<ShipmentsTable> & { lines: Purchase['shipments'][number]['lines'] }

function toShipment(row: ShipmentRow): Purchase['shipments'][number] {
  const { carrier, tracking_number: trackingNumber } = row
  const url = carrier !== null && trackingNumber !== null && trackingLink({ carrier, trackingNumber })
  return {
    _id: row.id,
    ...(carrier !== null && trackingNumber !== null && { carrier, trackingNumber }),
    ...(url && { trackingUrl: url }),
    shippedAt: row.shipped_at.toISOString(),
    lines: row.lines,
  }
}
