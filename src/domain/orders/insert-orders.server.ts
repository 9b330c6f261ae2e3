import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import type { IdempotencyKey } from '../shared/idempotency.server.ts'
import { MAX_CHARGE_CENTS, MIN_CHARGE_CENTS } from '../shared/money.ts'
import type { ShopRules } from '../shop.ts'
import type { OrderFacts } from './judge-order.server.ts'
import { ORDER_NUMBER_PREFIX, formatOrderNumber } from './order-number.ts'
import type { OrderFit } from './order.ts'

/** A requested order. All other data of an order comes from the product and the account. */
export type NewOrder = {
  id: string
  accountId: string
  /** That of the access token, which must be valid when the order is stored. */
  tokenHash: Buffer
  /** Null if the requested id isn't a UUID. */
  productId: string | null
  /** Pieces. */
  quantity: number
  /** The total that the customer expects to pay, or null. */
  expectedCents: number | null
  phone: string
  address: string
  idempotencyKey: IdempotencyKey | null
  /** The vehicle it is for, as stored and shown; null when the customer chose none. */
  fit: OrderFit | null
}

/** Stock in pieces after an order. */
type StockAfter = { available: number; minOrder: number }

/** The result for an order: stored, or not stored because of these facts (judge-order.server.ts). */
export type StoreResult =
  | { stored: true; number: string; stock: StockAfter }
  | { stored: false; facts: OrderFacts }

/**
 * Stores orders in one statement, each completely or not at all: token, guarded stock, order, ledger, audit
 * and idempotency rows. No two of them may have the same product or the same customer.
 * @param locked what to do about a product or an account that another transaction has locked: `wait` for it,
 * or `skip` the row, which the facts then show as missing.
 * @returns the result of each order, by its id.
 * @throws database errors; then none of the orders was stored, unless the connection was lost.
 */
export async function insertOrders(
  db: Database,
  rules: ShopRules,
  orders: readonly NewOrder[],
  locked: 'wait' | 'skip',
): Promise<Map<string, StoreResult>> {
  const requested = orders.map(({ tokenHash, idempotencyKey, fit, ...order }) => ({
    ...order,
    ...fit,
    tokenHash: tokenHash.toString('hex'),
    ...(idempotencyKey && {
      call: idempotencyKey.call,
      key: idempotencyKey.key,
      bodyHash: idempotencyKey.bodyHash.toString('hex'),
    }),
  }))
  const result = await db.executeQuery(
    statements[locked]([
      JSON.stringify(requested),
      rules.maxUnpaidOrders,
      rules.orderHoldMinutes,
      rules.unverifiedHoldMinutes,
      rules.unverifiedSharePercent,
    ]),
  )
  return new Map(
    result.rows.map(({ id, facts, number, stock }) => [
      id,
      facts ? { stored: false, facts } : { stored: true, number: formatOrderNumber(number), stock },
    ]),
  )
}

// Account and product are locked before any data that depends on them is read, so that the two counting
// functions see the final state.
// The product comes first: while an order waits for a locked product, its customer can still order others.
// Each table is looked up by its primary key only, not by a join: a plan made while the tables were small
// might scan another index, or the whole table (tests/resilience/cached-plans.test.ts).
// The conditions of `stored` are those of judgeOrder; insert-orders.test.ts compares the two.
const statement = (lock: string) => `
  with requested as (
    select id, "accountId", "tokenHash", "productId", quantity, "expectedCents", phone, address, call, key, "bodyHash", vehicle, verdict, reason
    from json_to_recordset($1) as requested (
      id uuid, "accountId" text, "tokenHash" text, "productId" uuid, quantity integer, "expectedCents" bigint, phone text, address text,
      call text, key text, "bodyHash" text, vehicle text, verdict text, reason text)
  ), token as materialized (
    select account_id, expires_at from access_tokens where token_hash = any (array(select decode("tokenHash", 'hex') from requested))
  ), product as (
    select id, picture, name, price_cents, available, min_order, unit, deleted_at, hidden from products
    where id = any (array(select "productId" from requested))
    for no key update ${lock}
  ), customer as (
    select id, name, email, email_verified from accounts
    where (select count(*) from product) >= 0 and id = any (array(select account_id from token where expires_at > now()))
    for no key update ${lock}
  ), judged as (
    select requested.id, "accountId", "productId", quantity, "expectedCents", phone, address, requested.call, requested.key, "bodyHash",
           vehicle, verdict, reason, picture, product.name, price_cents, available, min_order, unit, price_cents::bigint * quantity as total,
           customer.name as customer_name, email, not email_verified as unverified,
           count_unpaid_orders(customer.id, $2::integer)::integer as unpaid, share.held, share.own,
           body_hash = decode("bodyHash", 'hex') as same_body, answer, refusal
    from requested
      left join customer on customer.id = "accountId"
      left join product on product.id = "productId" and deleted_at is null and not hidden
      left join lateral (
        select body_hash, answer, refusal from idempotency_keys used
        where used.account_id = "accountId" and used.call = requested.call and used.key = requested.key limit 1) used on true
      left join lateral (
        select held, own from count_unverified_pieces(product.id, customer.id) where not email_verified limit 1) share on true
  ), stored as (
    update products set available = products.available - quantity from judged
    where products.id = "productId" and unverified is not null and same_body is null
      and quantity between judged.min_order and judged.available
      and total between ${MIN_CHARGE_CENTS} and ${MAX_CHARGE_CENTS} and total = coalesce("expectedCents", total)
      and unpaid < $2::integer
      and (not unverified or quantity <= greatest(case own when 0 then judged.min_order end,
                                                  (judged.available + held) * $5::integer / 100 - held))
    returning judged.id, "accountId", "productId", quantity, phone, address, call, key, "bodyHash", vehicle, verdict, reason, judged.picture, judged.name,
              judged.unit, judged.price_cents, customer_name, email, unverified, products.available, nextval('orders_number_seq') as number
  ), ordered as (
    insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
                        customer_email, customer_phone, customer_address, unverified, hold_expires_at, vehicle, fit_verdict, fit_reason, number, unit)
    select id, "productId", "accountId", picture, name, price_cents, quantity, price_cents * quantity, customer_name,
           email, phone, address, unverified, now() + make_interval(mins => case when unverified then $4::integer else $3::integer end),
           vehicle, verdict, reason, number, unit
    from stored
  ), moved as (
    insert into stock_movements (product_id, order_id, kind, quantity) select "productId", id, 'held', -quantity from stored
  ), audited as (
    insert into audit_entries (actor_id, action, subject, before, after)
    select "accountId", 'place_order', 'order:' || id, jsonb_build_object('available', available + quantity),
           jsonb_build_object('available', available, 'totalCents', price_cents * quantity, 'number', number)
    from stored
  ), answered as (
    insert into idempotency_keys (account_id, call, key, body_hash, answer)
    select "accountId", call, key, decode("bodyHash", 'hex'), jsonb_build_object('insertedId', id, 'number', '${ORDER_NUMBER_PREFIX}' || number)
    from stored where key is not null
  )
  select id, case when id not in (select stored.id from stored) then json_build_object(
      'customer', case when unverified is not null then json_build_object(
        'unpaidOrders', unpaid, 'unverified', case when unverified then json_build_object('held', held, 'own', own) end) end,
      'usedKey', case when same_body is not null then json_build_object('sameBody', same_body, 'answer', answer, 'refusal', refusal) end,
      'product', case when price_cents is not null then json_build_object(
        'priceCents', price_cents, 'available', available, 'minOrder', min_order, 'unit', unit) end) end as facts,
    (select number from stored where stored.id = judged.id) as number,
    json_build_object('available', available - quantity, 'minOrder', min_order) as stock
  from judged`

/** `facts`: null for a stored order; `number` and `stock` are valid for stored orders only. */
type Judged = { id: string; facts: OrderFacts | null; number: string; stock: StockAfter }

const statements = {
  wait: prepared<Judged>('store-order', statement('')),
  skip: prepared<Judged>('store-orders-skip-locked', statement('skip locked')),
}
