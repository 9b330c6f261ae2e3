import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { quantityText } from '../products/unit.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import { type UpdateResult, ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { addOrderMails } from './add-order-mails.server.ts'
import { type ChosenPieces, choosePieces, chosenText } from './chosen-pieces.server.ts'
import { closePieces } from './close-pieces.server.ts'
import {
  isRefunded,
  lockPurchase,
  NO_SUCH_ORDER,
  openPieces,
  type OrderRow,
  type PurchasedOrder,
} from './order-queries.server.ts'
import { statusOf } from './purchase-queries.server.ts'
import type { PurchaseStatus } from './purchase.ts'
import type { ShipOrderInput, ShipPiecesInput } from './tracking.ts'

type ShipShop = Pick<Shop, 'db' | 'jobs'>

/**
 * Ships pieces of a paid purchase, in one or more parcels, each with its carrier and tracking number if they
 * are known, and an email to the customer. Access: admins.
 * Refusals: not_found; not_paid; order_refunded; order_canceled; already_shipped, with the line.
 */
export async function shipPieces(
  shop: ShipShop,
  viewer: Viewer,
  id: string,
  { parcels }: ShipPiecesInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<{ insertedIds: string[] }>> {
  return runIdempotently(shop, viewer, idempotencyKey, async (trx) => {
    const orders = await lockPurchase(trx, id)
    if (!orders) return refused('not_found', NO_SUCH_ORDER)
    const refusal = refuseShipping(orders)
    if (refusal) return refusal
    const open = new Map(orders.map((order) => [order.id, openPieces(order)]))
    const insertedIds: string[] = []
    let status = statusOf(orders)
    for (const [at, { lines, ...tracking }] of parcels.entries()) {
      const field = `parcels.${at}.lines`
      const chosen = lines ? choosePieces(orders, lines, field) : ok(allOpen(orders, open))
      if (!chosen.ok) return chosen
      if (chosen.value.length === 0)
        return refusedField(field, 'already_shipped', nothingLeft(orders), 'too_high')
      for (const [line, { order, quantity }] of chosen.value.entries()) {
        const left = (open.get(order.id) ?? 0) - quantity
        if (left < 0)
          return refusedField(
            `${field}.${line}.quantity`,
            'already_shipped',
            `Only ${quantityText(left + quantity, order.unit)} of ${order.product_name} can be shipped.`,
            'too_high',
          )
        open.set(order.id, left)
      }
      const before = status
      status = [...open.values()].every((left) => left === 0) ? 'shipped' : 'partly_shipped'
      const { purchase_id: purchaseId } = orders[0]
      insertedIds.push(
        await sendParcel(shop, trx, {
          viewer,
          purchaseId,
          chosen: chosen.value,
          tracking,
          statuses: [before, status],
        }),
      )
    }
    return ok({ insertedIds })
  })
}

/**
 * Ships what is to ship of one part of a paid purchase, in a parcel of its own. Access: admins. Already
 * shipped: modifiedCount 0, and nothing changes, including the tracking number (see
 * correct-tracking.server.ts). Refusals: not_found; not_paid; order_refunded; order_canceled.
 */
export async function shipOrder(
  shop: ShipShop,
  viewer: Viewer,
  id: string,
  tracking: ShipOrderInput = {},
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const orders = await lockPurchase(trx, id)
    const order = orders?.find((one) => one.id === id)
    if (!orders || !order) return refused('not_found', NO_SUCH_ORDER)
    if (order.shipped_at !== null) return ok({ modifiedCount: 0 })
    const refusal = refuseShipping([order])
    if (refusal) return refusal
    const chosen = [{ order, quantity: openPieces(order) }]
    const isLast = orders.every((one) => one.id === id || openPieces(one) === 0)
    const statuses = [statusOf(orders), isLast ? 'shipped' : 'partly_shipped'] as const
    await sendParcel(shop, trx, { viewer, purchaseId: order.purchase_id, chosen, tracking, statuses })
    return ok({ modifiedCount: 1 })
  })
}

function refuseShipping(orders: readonly [OrderRow, ...OrderRow[]]): Outcome<never> | null {
  if (orders.every((order) => order.canceled_quantity === order.quantity))
    return refused('order_canceled', 'All of this order has been canceled, so it is not shipped.')
  if (orders.every(isRefunded))
    return refused('order_refunded', 'This order has been refunded, so it is not shipped.')
  return orders[0].paid_at === null
    ? refused('not_paid', 'This order is not paid yet. It can be shipped once it is.')
    : null
}

/** For the second of two admins: the number that is stored, since this one's is not. */
function nothingLeft(orders: readonly PurchasedOrder[]): string {
  const number = orders.find(({ tracking }) => tracking)?.tracking?.trackingNumber
  if (number === undefined) return 'Nothing is left to ship.'
  return `Nothing is left to ship. It was shipped with the tracking number ${number}; correct it on its page.`
}

function allOpen(orders: readonly OrderRow[], open: ReadonlyMap<string, number>): ChosenPieces[] {
  return orders.flatMap((order) => {
    const quantity = open.get(order.id) ?? 0
    return quantity > 0 ? [{ order, quantity }] : []
  })
}

/**
 * Stores a parcel, its audit row and its email.
 * @param parcel.statuses the purchase's before and after it.
 * @returns its id.
 */
async function sendParcel(
  shop: ShipShop,
  trx: Database,
  parcel: {
    viewer: Viewer
    purchaseId: string
    chosen: readonly ChosenPieces[]
    tracking: ShipOrderInput
    statuses: readonly [before: PurchaseStatus, after: PurchaseStatus]
  },
): Promise<string> {
  const { viewer, purchaseId, chosen, tracking, statuses } = parcel
  const { carrier, trackingNumber } = tracking
  const [before, after] = statuses
  const { id: shipmentId } = await trx
    .insertInto('shipments')
    .values({
      purchase_id: purchaseId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from shipments where purchase_id = ${purchaseId})`,
      carrier: carrier ?? null,
      tracking_number: trackingNumber ?? null,
      created_by: viewer.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('shipment_lines')
    .values(chosen.map(({ order, quantity }) => ({ shipment_id: shipmentId, order_id: order.id, quantity })))
    .execute()
  for (const { order, quantity } of chosen) await closePieces(trx, order.id, { shipped: quantity })
  await recordChange(trx, {
    actorId: viewer.id,
    action: 'ship_order',
    subject: `order:${purchaseId}`,
    before: { status: before },
    after: {
      status: after,
      pieces: chosenText(chosen),
      shipmentId,
      ...(carrier && { carrier, trackingNumber }),
    },
  })
  await addOrderMails(shop, trx, { orderId: purchaseId, kind: 'order_shipped', about: shipmentId })
  return shipmentId
}
