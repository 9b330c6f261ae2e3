import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isTokenLive } from '../accounts/find-viewer.server.ts'
import { LOG_IN_FIRST, type Viewer } from '../accounts/viewer.ts'
import { centsFromDollars } from '../shared/money.ts'
import { findAnswer, isKeyTaken, type Once } from '../shared/idempotency.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { isId } from '../shared/id.ts'
import { findProduct } from '../products/product-queries.server.ts'
import { NO_SUCH_PART } from '../products/show-product.server.ts'
import type { Shop } from '../shop.ts'
import { findUnverifiedStock } from './find-unverified-stock.server.ts'
import type { PlaceOrderInput } from './order.ts'
import { ABOVE_AVAILABLE_STOCK, BELOW_MINIMUM, checkOrderQuantity } from './order-quantity.ts'
import { isChargeable, orderTotalCents, TOTAL_OUT_OF_RANGE } from './order-total.ts'
import type { NewOrder } from './store-orders.server.ts'
import { checkUnverifiedShare } from './unverified-share.ts'

type Placed = Outcome<{ insertedId: string }>

/**
 * Places an order. Who may: signed-in customers, whose token the order's own statement makes sure of. Takes the pieces off the
 * shelf and holds them for the customer; total, picture and names come from the product and the account, never from the request.
 * Refused: unauthenticated when the token has ended, not_found, below_min_order, insufficient_stock, price_changed (nothing stored), total_out_of_range,
 * too_many_unpaid_orders, email_not_verified above the share of customers without a confirmed address, idempotency_key_reused.
 * The same key again: the first answer.
 */
export async function placeOrder(
  shop: Shop,
  viewer: Viewer,
  input: PlaceOrderInput,
  once: Once | null = null,
): Promise<Placed> {
  const order = newOrder(viewer, input, once)
  try {
    if (!isId(input.productId) || !(await shop.orderQueue.store(order)))
      return await explain(shop, viewer, input, once)
  } catch (error) {
    const first = once && isKeyTaken(error) && (await findAnswer<{ insertedId: string }>(shop, viewer, once))
    if (first) return first
    throw error
  }
  shop.announce('products')
  return ok({ insertedId: order.id })
}

function newOrder(viewer: Viewer, input: PlaceOrderInput, once: Once | null): NewOrder {
  const { totalPrice } = input
  return {
    id: randomUUID(),
    accountId: viewer.id,
    tokenHash: viewer.tokenHash,
    productId: input.productId,
    quantity: input.orderQty,
    // A total that is no whole number of cents equals no price: 0 matches nothing.
    expectedCents: totalPrice === undefined ? null : (centsFromDollars(totalPrice) ?? 0),
    phone: input.customerPhone,
    address: input.customerAddress,
    once,
  }
}

/** Why the guard said no, in the order in which a person would want to know. */
async function explain(
  shop: Shop,
  viewer: Viewer,
  input: PlaceOrderInput,
  once: Once | null,
): Promise<Placed> {
  if (!(await isTokenLive(shop, viewer))) return refused('unauthenticated', LOG_IN_FIRST)
  const earlier = once && (await findAnswer<{ insertedId: string }>(shop, viewer, once))
  if (earlier) return earlier
  const product = await findProduct(shop.db, input.productId)
  if (!product) return refused('not_found', NO_SUCH_PART)
  const problem = checkOrderQuantity(input.orderQty, {
    available: product.available,
    minOrder: product.min_order,
  })
  if (problem) {
    const detail = problem === 'below_min_order' ? BELOW_MINIMUM : ABOVE_AVAILABLE_STOCK
    return refused(problem, detail, [{ field: 'orderQty', code: problem, message: detail }])
  }
  const totalCents = orderTotalCents(product.price_cents, input.orderQty)
  if (!isChargeable(totalCents)) return refused('total_out_of_range', TOTAL_OUT_OF_RANGE)
  if (input.totalPrice !== undefined && centsFromDollars(input.totalPrice) !== totalCents)
    return refused(
      'price_changed',
      'The price of this part has changed. Look at the new total and order again.',
    )
  if ((await countUnpaidOrders(shop, viewer)) >= shop.rules.maxUnpaidOrders)
    return refused('too_many_unpaid_orders', 'You have many unpaid orders. Pay or delete some of them first.')
  const share = await findUnverifiedStock(shop.db, viewer.id, product)
  const toConfirm = share && checkUnverifiedShare(input.orderQty, share, shop.rules.unverifiedSharePercent)
  if (toConfirm)
    return refused('email_not_verified', toConfirm, [
      { field: 'orderQty', code: 'email_not_verified', message: toConfirm },
    ])
  // What stood in the way is gone meanwhile, such as another customer who gave pieces back.
  return refused('insufficient_stock', ABOVE_AVAILABLE_STOCK)
}

async function countUnpaidOrders(shop: Shop, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count_unpaid_orders(${viewer.id}, ${shop.rules.maxUnpaidOrders})::integer as count`.execute(
    shop.db,
  )
  return rows[0]?.count ?? 0
}
