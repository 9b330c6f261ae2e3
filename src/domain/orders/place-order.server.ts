import { randomUUID } from 'node:crypto'
import type { Viewer } from '../accounts/viewer.ts'
import { evaluateFits } from '../products/evaluate-fits.server.ts'
import { stockTag } from '../shared/cache-tags.ts'
import { isId } from '../shared/id.ts'
import { firstResponse, type IdempotencyKey } from '../shared/idempotency.server.ts'
import { centsFromDollars } from '../shared/money.ts'
import { ok, type Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { vehicleLabel } from '../vehicles/chosen-vehicle.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import { engineKeyLabel } from '../vehicles/vehicle.ts'
import type { NewOrder } from './insert-orders.server.ts'
import { judgeOrder, type PlacedOrder } from './judge-order.server.ts'
import type { OrderFit, OrderVehicle, PlaceOrderInput } from './order.ts'

/**
 * Places an order. Access: signed-in customers; the order's own statement checks their token. Reserves the
 * pieces for the customer; total, picture and names come from the product and the account, never from the
 * request.
 * Refusals: unauthenticated when the token has ended, not_found, below_min_order, insufficient_stock,
 * total_out_of_range, price_changed, too_many_unpaid_orders, email_not_verified above the share of unverified
 * customers, idempotency_key_reused.
 * The fit of a `vehicle` is evaluated and stored with the order, whatever the verdict. A repeated key gets
 * the first response. A refused order stores nothing.
 */
export async function placeOrder(
  shop: Shop,
  viewer: Viewer,
  input: PlaceOrderInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<PlacedOrder>> {
  const { productId, totalPrice, vehicle } = input
  const order: NewOrder = {
    id: randomUUID(),
    accountId: viewer.id,
    tokenHash: viewer.tokenHash,
    productId: isId(productId) ? productId : null,
    quantity: input.orderQty,
    // A total that is not a whole number of cents equals no price: 0 matches nothing.
    expectedCents: totalPrice === undefined ? null : (centsFromDollars(totalPrice) ?? 0),
    phone: input.customerPhone,
    address: input.customerAddress,
    idempotencyKey,
    fit: vehicle && isId(productId) ? await evaluateOrderFit(shop, productId, vehicle) : null,
  }
  let result
  try {
    result = await shop.orderQueue.store(order)
  } catch (error) {
    // Another request with the same key was storing its order concurrently. The statement failed, so it
    // returned no facts.
    return firstResponse(shop, viewer, idempotencyKey, error)
  }
  if (!result.stored) {
    const refusal = judgeOrder(order, result.facts, shop.rules)
    if (!refusal) throw new Error('The statement refused an order that its facts allow')
    if (!refusal.ok) shop.counters.orders.add(refusal.refusal.code)
    return refusal
  }
  shop.counters.orders.add('placed')
  await shop.publishChange(stockTag(productId, result.stock, -input.orderQty))
  return ok({ insertedId: order.id, number: result.number })
}

/** The vehicle of an order and its verdict, as stored; null when there is no such product. */
async function evaluateOrderFit(
  shop: Shop,
  productId: string,
  typed: OrderVehicle,
): Promise<OrderFit | null> {
  // An order does not depend on the database of browsing.
  const vehicles = await shop.vehicles().catch(() => null)
  const vehicle = vehicles ? spelledVehicle(typed, vehicles.names) : typed
  const { [productId]: fit } = await evaluateFits(shop, [productId], vehicle)
  if (!fit) return null
  const name = vehicleLabel(vehicle, engineKeyLabel(vehicle.engine))
  return { vehicle: name, verdict: fit.verdict, reason: fit.reason }
}
