import { randomUUID } from 'node:crypto'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { evaluateFits } from '../products/evaluate-fits.server.ts'
import { plainOrderTax } from '../sales/plain-order.ts'
import { stockTag } from '../shared/cache-tags.ts'
import { isId } from '../shared/id.ts'
import type { IdempotencyKey } from '../shared/idempotency.server.ts'
import { centsFromDollars } from '../shared/money.ts'
import { ok, type Outcome } from '../shared/outcome.ts'
import { today } from '../shared/today.server.ts'
import type { Shop } from '../shop.ts'
import { vehicleLabel } from '../vehicles/chosen-vehicle.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import { engineKeyLabel } from '../vehicles/vehicle.ts'
import { insertPurchase, purchaseLine } from './insert-purchase.server.ts'
import { judgeOrder, type PlacedOrder } from './judge-order.server.ts'
import { lockOrderFacts } from './lock-order-facts.server.ts'
import { orderTotalCents } from './order-total.ts'
import type { OrderFit, OrderVehicle, PlaceOrderInput } from './order.ts'
import { type Placed, placeOnce } from './place-once.server.ts'

type OrderShop = Pick<
  Shop,
  'content' | 'db' | 'rules' | 'jobs' | 'vehicles' | 'orderBulkhead' | 'counters' | 'publishChange'
>

/** A requested order. All other data of an order comes from the product and the account. */
export type NewOrder = {
  id: string
  /** That of the access token, which must be valid when the order is stored. */
  tokenHash: Buffer
  /** Null if the requested id isn't a UUID. */
  productId: string | null
  /** Units. */
  quantity: number
  /** The total that the customer expects to pay, or null. */
  expectedCents: number | null
  /** Of the store: "2026-11-21". */
  day: string
  phone: string
  address: string
  /** The vehicle it is for, as stored and shown; null when the customer chose none. */
  fit: OrderFit | null
}

/**
 * Places an order. Access: signed-in customers; the order's own transaction checks their token. Reserves the
 * units for the customer; total, picture and names come from the product and the account, never from the
 * request.
 * Refusals: those of judgeOrder; idempotency_key_reused.
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
    fit: vehicle && isId(productId) ? await evaluateOrderFit(shop, productId, vehicle) : null,
  }
  // Orders of one part wait for each other.
  const inQueue = (run: () => Promise<Outcome<PlacedOrder>>) => shop.orderBulkhead(productId, run)
  return placeOnce(shop, viewer, idempotencyKey, inQueue, (trx) => storeOrder(trx, shop, order))
}

/**
 * Stores an order with its ledger row, audit row and email, unless its rules refuse it. In the caller's
 * transaction. Product and account are locked before anything that depends on them is read.
 */
export async function storeOrder(
  trx: Database,
  shop: Pick<Shop, 'rules' | 'jobs'>,
  { id, productId, tokenHash, quantity, expectedCents, day, phone, address, fit }: NewOrder,
): Promise<Outcome<Placed<PlacedOrder>>> {
  const productIds = productId === null ? [] : [productId]
  const { sold, customer, settings, regions } = await lockOrderFacts(trx, shop.rules, {
    productIds,
    tokenHash,
    day,
  })
  const [product = null] = sold
  const judged = judgeOrder(
    { quantity, expectedCents },
    { customer, product, plainOrders: settings.plainOrders },
    shop.rules,
  )
  if (judged) return judged
  if (!product || !customer) throw new Error('An order without a part or a customer was allowed')
  const { available, minOrder } = product
  const totalCents = orderTotalCents(product.priceCents, quantity)
  const tax = plainOrderTax(totalCents, product.taxed, { regions, origin: settings.origin, day })
  const left = available - quantity
  const number = await insertPurchase(trx, shop, {
    customer,
    cartRevision: null,
    coreDays: null,
    phone,
    address,
    shipTo: null,
    delivery: null,
    partsCents: totalCents,
    coreCents: 0,
    taxCents: tax.taxCents,
    taxContained: true,
    totalCents,
    lines: [purchaseLine(product, tax, { orderId: id, quantity, fit })],
    audit: { before: { available }, after: { available: left, totalCents } },
  })
  const change = stockTag(product.id, { available: left, minOrder }, -quantity)
  return ok({ answer: { insertedId: id, number }, changes: [change] })
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
