import { randomUUID } from 'node:crypto'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { evaluateFits } from '../products/evaluate-fits.server.ts'
import { stockTag } from '../shared/cache-tags.ts'
import { isId } from '../shared/id.ts'
import { firstResponse, type IdempotencyKey } from '../shared/idempotency.server.ts'
import { centsFromDollars } from '../shared/money.ts'
import { ok, type Outcome } from '../shared/outcome.ts'
import { today } from '../shared/today.server.ts'
import type { ShopRules } from '../shop-rules.ts'
import type { Shop } from '../shop.ts'
import { vehicleLabel } from '../vehicles/chosen-vehicle.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import { engineKeyLabel } from '../vehicles/vehicle.ts'
import { insertOrder } from './insert-order.server.ts'
import { judgeOrder, type PlacedOrder } from './judge-order.server.ts'
import type { NewOrder } from './new-order.server.ts'
import { lockOrderFacts } from './order-facts.server.ts'
import type { OrderFit, OrderVehicle, PlaceOrderInput } from './order.ts'

type OrderShop = Pick<
  Shop,
  'content' | 'db' | 'rules' | 'jobs' | 'vehicles' | 'orderBulkhead' | 'counters' | 'publishChange'
>

/**
 * Places an order. Access: signed-in customers; the order's own transaction checks their token. Reserves the
 * units for the customer; total, picture and names come from the product and the account, never from the
 * request.
 * Refusals: those of judgeOrder.
 * The fit of a `vehicle` is evaluated and stored with the order, whatever the verdict. A repeated key gets
 * the first response. A refused order stores nothing.
 * @throws OverloadedError when too many orders of this part wait.
 */
export async function placeOrder(
  shop: OrderShop,
  viewer: Viewer,
  input: PlaceOrderInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<PlacedOrder>> {
  const { productId, totalPrice, vehicle } = input
  const order: NewOrder = {
    id: randomUUID(),
    tokenHash: viewer.tokenHash,
    productId: isId(productId) ? productId : null,
    quantity: input.orderQty,
    // A total that is not a whole number of cents equals no price: 0 matches nothing.
    expectedCents: totalPrice === undefined ? null : (centsFromDollars(totalPrice) ?? 0),
    day: await today(shop),
    phone: input.customerPhone,
    address: input.customerAddress,
    idempotencyKey,
    fit: vehicle && isId(productId) ? await evaluateOrderFit(shop, productId, vehicle) : null,
  }
  const store = () =>
    shop.db.transaction().execute(async (trx) => {
      const result = await storeOrder(trx, shop.rules, order)
      if (result.stock)
        await shop.jobs.add(trx, 'order-mails', { orderId: order.id, kind: 'order_placed', about: '' })
      return result
    })
  let stored: StoreResult
  try {
    // Orders of one part wait here, without a connection.
    stored = await shop.orderBulkhead(productId, store)
  } catch (error) {
    // Another request with the same key stored its refusal concurrently.
    return firstResponse(shop, viewer, idempotencyKey, error)
  }
  const { outcome, stock } = stored
  if (!outcome.ok) shop.counters.orders.add(outcome.refusal.code)
  if (stock) {
    shop.counters.orders.add('placed')
    shop.publishChange(stockTag(productId, stock, -input.orderQty))
  }
  return outcome
}

/** What became of an order. `stock`, in units, after a new one; null after a refusal or a repeated key. */
export type StoreResult = {
  outcome: Outcome<PlacedOrder>
  stock: { available: number; minOrder: number } | null
}

/**
 * Stores an order with its ledger row, audit row, record of its email and idempotency key, unless its rules
 * refuse it. In the caller's transaction, which also adds the job of the email. Product and account are
 * locked before anything that depends on them is read.
 */
export async function storeOrder(trx: Database, rules: ShopRules, order: NewOrder): Promise<StoreResult> {
  const { facts, product, customer, tax } = await lockOrderFacts(trx, rules, order)
  const judged = judgeOrder(order, facts, rules)
  if (judged) return { outcome: judged, stock: null }
  if (!product || !customer) throw new Error('An order without a part or a customer was allowed')
  const number = await insertOrder(trx, rules, order, { product, customer, tax })
  return {
    outcome: ok({ insertedId: order.id, number }),
    stock: { available: product.available - order.quantity, minOrder: product.minOrder },
  }
}

/** The vehicle of an order and its verdict, as stored; null when there is no such product. */
async function evaluateOrderFit(
  shop: Pick<Shop, 'db' | 'vehicles'>,
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
