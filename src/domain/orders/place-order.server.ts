import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isTokenLive } from '../accounts/find-viewer.server.ts'
import { LOG_IN_FIRST, type Viewer } from '../accounts/viewer.ts'
import { centsFromDollars, MAX_CHARGE_CENTS, MIN_CHARGE_CENTS } from '../money.ts'
import { findAnswer, isKeyTaken, type Once } from '../once.server.ts'
import { ok, type Outcome, refused } from '../outcome.ts'
import { isId } from '../id.ts'
import { findProduct } from '../products/product-queries.server.ts'
import { NO_SUCH_PART } from '../products/show-product.server.ts'
import type { Shop } from '../shop.ts'
import type { PlaceOrderInput } from './order.ts'
import { ABOVE_AVAILABLE_STOCK, BELOW_MINIMUM, checkOrderQuantity } from './order-quantity.ts'
import { isChargeable, orderTotalCents, TOTAL_OUT_OF_RANGE } from './order-total.ts'

/** So many unpaid orders below the limit one customer's orders begin to wait for each other: more than are ever placed at once. */
const NEAR_LIMIT = 32

type Placed = Outcome<{ insertedId: string }>

/**
 * Places an order. Who may: signed-in customers, whose token the order's own statement makes sure of. Takes the pieces off the
 * shelf and holds them for the customer; total, picture and names come from the product and the account, never from the request.
 * Refused: unauthenticated when the token has ended, not_found, below_min_order, insufficient_stock, price_changed (nothing stored), total_out_of_range,
 * too_many_unpaid_orders, idempotency_key_reused. The same key again: the first answer.
 */
export async function placeOrder(
  shop: Shop,
  viewer: Viewer,
  input: PlaceOrderInput,
  once: Once | null = null,
): Promise<Placed> {
  const orderId = randomUUID()
  try {
    if (!(await takeAndStore(shop, viewer, input, orderId, once)))
      return await explain(shop, viewer, input, once)
  } catch (error) {
    const first = once && isKeyTaken(error) && (await findAnswer<{ insertedId: string }>(shop, viewer, once))
    if (first) return first
    throw error
  }
  shop.announce('products')
  return ok({ insertedId: orderId })
}

/**
 * The whole order in one statement, which PostgreSQL does entirely or not at all: token, guarded stock, order, ledger, audit and
 * idempotency rows. One round trip keeps the lock on the product's row short. False: a guard said no, nothing was stored.
 */
async function takeAndStore(
  shop: Shop,
  viewer: Viewer,
  input: PlaceOrderInput,
  orderId: string,
  once: Once | null,
): Promise<boolean> {
  if (!isId(input.productId)) return false
  const { orderQty: quantity, totalPrice } = input
  // A total that is no whole number of cents equals no price: 0 matches nothing.
  const expectedCents = totalPrice === undefined ? null : (centsFromDollars(totalPrice) ?? 0)
  const keepKey = once
    ? sql`, kept as (
        insert into idempotency_keys (account_id, call, key, body_hash, answer)
        select ${viewer.id}, ${once.call}, ${once.key}, ${once.bodyHash}::bytea, jsonb_build_object('insertedId', id) from placed)`
    : sql``
  const result = await sql<{ id: string }>`
    with buyer as (
      select accounts.id, name, email from access_tokens join accounts on accounts.id = account_id
      where token_hash = ${viewer.tokenHash} and expires_at > now()
    ), taken as (
      update products set available = available - ${quantity}::int
      where id = ${input.productId} and deleted_at is null and exists (select from buyer)
        and available >= ${quantity}::int and min_order <= ${quantity}::int
        and price_cents::bigint * ${quantity}::int between ${MIN_CHARGE_CENTS} and ${MAX_CHARGE_CENTS}
        and price_cents::bigint * ${quantity}::int = coalesce(${expectedCents}::bigint, price_cents::bigint * ${quantity}::int)
        and case when (select count(*) from orders
                       where account_id = ${viewer.id} and paid_at is null and deleted_at is null) < ${shop.rules.maxUnpaidOrders - NEAR_LIMIT}
            then true else count_unpaid_orders_in_turn(${viewer.id}) < ${shop.rules.maxUnpaidOrders} end
      returning id, picture, name, price_cents, available
    ), placed as (
      insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents,
                          customer_name, customer_email, customer_phone, customer_address, hold_expires_at)
      select ${orderId}::uuid, taken.id, buyer.id, picture, taken.name, price_cents, ${quantity}::int, price_cents * ${quantity}::int,
             buyer.name, buyer.email, ${input.customerPhone}, ${input.customerAddress},
             now() + make_interval(mins => ${shop.rules.orderHoldMinutes})
      from taken, buyer
      returning id, total_cents
    ), moved as (
      insert into stock_movements (product_id, order_id, kind, quantity)
      select id, ${orderId}::uuid, 'held', -${quantity}::int from taken
    ), noted as (
      insert into audit_entries (actor_id, action, subject, before, after)
      select ${viewer.id}, 'place_order', 'order:' || placed.id,
             jsonb_build_object('available', taken.available + ${quantity}::int),
             jsonb_build_object('available', taken.available, 'totalCents', placed.total_cents)
      from placed, taken
    )${keepKey}
    select id from placed`.execute(shop.db)
  return result.rows.length === 1
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
  // What stood in the way is gone meanwhile, such as another customer who gave pieces back.
  return refused('insufficient_stock', ABOVE_AVAILABLE_STOCK)
}

async function countUnpaidOrders(shop: Shop, viewer: Viewer): Promise<number> {
  const { count } = await shop.db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', viewer.id)
    .where('paid_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
