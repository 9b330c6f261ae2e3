import { CompiledQuery } from 'kysely'
import type { Database } from '#db/connection.ts'
import { MAX_CHARGE_CENTS, MIN_CHARGE_CENTS } from '../shared/money.ts'
import type { IdempotencyKey } from '../shared/idempotency.server.ts'
import type { ShopRules } from '../shop.ts'
import type { OrderFacts } from './judge-order.server.ts'

/** An order as it is asked for. Everything else that an order shows comes from the product and the account. */
export type NewOrder = {
  id: string
  accountId: string
  /** Of the access token that must be valid when the order is stored. */
  tokenHash: Buffer
  /** Null when what was sent cannot be the id of a product. */
  productId: string | null
  /** Pieces. */
  quantity: number
  /** What the customer expects to pay, or null. */
  expectedCents: number | null
  phone: string
  address: string
  idempotencyKey: IdempotencyKey | null
}

/** What became of an order: stored, or not stored for these facts (judge-order.server.ts). */
export type StoreResult = { stored: true } | { stored: false; facts: OrderFacts }

/**
 * Stores orders in one statement, each entirely or not at all: token, guarded stock, order, ledger, audit and idempotency rows. No two of
 * them may be of the same product or the same customer.
 * @param locked what to do about a product or an account that another transaction has locked: `wait` for it, or `skip` the row: then the
 * facts show it as if it did not exist.
 * @returns the result of each order, by its id.
 * @throws an error of the database; then none of them was stored, unless the connection was lost.
 */
export async function storeOrders(
  db: Database,
  rules: ShopRules,
  orders: readonly NewOrder[],
  locked: 'wait' | 'skip',
): Promise<Map<string, StoreResult>> {
  const requested = orders.map(({ tokenHash, idempotencyKey, ...order }) => ({
    ...order,
    tokenHash: tokenHash.toString('hex'),
    ...(idempotencyKey && {
      call: idempotencyKey.call,
      key: idempotencyKey.key,
      bodyHash: idempotencyKey.bodyHash.toString('hex'),
    }),
  }))
  const result = await db.executeQuery<JudgedRow>(
    CompiledQuery.raw(STATEMENT[locked], [
      JSON.stringify(requested),
      rules.maxUnpaidOrders,
      rules.orderHoldMinutes,
      rules.unverifiedHoldMinutes,
      rules.unverifiedSharePercent,
    ]),
  )
  return new Map(result.rows.map((row) => [row.id, toResult(row)]))
}

type JudgedRow = {
  id: string
  stored: boolean
  /** Null when no account with a valid token was found. */
  unverified: boolean | null
  unpaidOrders: number
  /** Null when no product was found. */
  priceCents: number | null
  available: number
  minOrder: number
  /** Null unless the customer is unverified. */
  held: number
  own: number
  /** Null when the key is new. */
  sameBody: boolean | null
  answer: unknown
  refusal: unknown
}

function toResult(row: JudgedRow): StoreResult {
  if (row.stored) return { stored: true }
  const { unverified, unpaidOrders, priceCents, available, minOrder, held, own } = row
  const { sameBody, answer, refusal } = row
  return {
    stored: false,
    facts: {
      customer: unverified === null ? null : { unpaidOrders, unverified: unverified ? { held, own } : null },
      usedKey: sameBody === null ? null : { sameBody, answer, refusal },
      product: priceCents === null ? null : { priceCents, available, minOrder },
    },
  }
}

// Columns are written out: with an asterisk the statement would not be prepared (db/connection.ts), and planned at every execution.
// Account and product are locked before anything is read that depends on them: what the two counting functions then see is final.
// Both are looked up by lists of keys: as joins they might be read whole.
// What `stored` asks for is what judgeOrder asks for; store-orders.test.ts compares the two.
const statement = (lock: string) => `
  with requested as (
    select id, "accountId", "tokenHash", "productId", quantity, "expectedCents", phone, address, call, key, "bodyHash"
    from json_to_recordset($1) as requested (
      id uuid, "accountId" text, "tokenHash" text, "productId" uuid, quantity integer, "expectedCents" bigint, phone text, address text,
      call text, key text, "bodyHash" text)
  ), customer as (
    select accounts.id, name, email, email_verified from access_tokens join accounts on accounts.id = account_id
    where token_hash = any (array(select decode("tokenHash", 'hex') from requested)) and expires_at > now()
      and accounts.id = any (array(select "accountId" from requested))
    for no key update of accounts ${lock}
  ), product as (
    select id, picture, name, price_cents, available, min_order from products
    where id = any (array(select "productId" from requested)) and deleted_at is null
    for no key update ${lock}
  ), judged as (
    select requested.id, "accountId", "productId", quantity, "expectedCents", phone, address, requested.call, requested.key, "bodyHash",
           picture, product.name, price_cents, available, min_order, price_cents::bigint * quantity as total,
           customer.name as customer_name, email, not email_verified as unverified,
           count_unpaid_orders(customer.id, $2::integer)::integer as unpaid, share.held, share.own,
           used.body_hash = decode("bodyHash", 'hex') as same_body, used.answer, used.refusal
    from requested
      left join customer on customer.id = "accountId"
      left join product on product.id = "productId"
      left join idempotency_keys used on used.account_id = "accountId" and used.call = requested.call and used.key = requested.key
      left join lateral (
        select held, own from count_unverified_pieces(product.id, customer.id) where not email_verified offset 0) share on true
  ), stored as (
    update products set available = products.available - quantity from judged
    where products.id = "productId" and unverified is not null and same_body is null
      and quantity between judged.min_order and judged.available
      and total between ${MIN_CHARGE_CENTS} and ${MAX_CHARGE_CENTS} and total = coalesce("expectedCents", total)
      and unpaid < $2::integer
      and (not unverified or quantity <= greatest(case own when 0 then judged.min_order end,
                                                  (judged.available + held) * $5::integer / 100 - held))
    returning judged.id, "accountId", "productId", quantity, phone, address, call, key, "bodyHash", judged.picture, judged.name,
              judged.price_cents, customer_name, email, unverified, products.available
  ), ordered as (
    insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
                        customer_email, customer_phone, customer_address, unverified, hold_expires_at)
    select id, "productId", "accountId", picture, name, price_cents, quantity, price_cents * quantity, customer_name,
           email, phone, address, unverified, now() + make_interval(mins => case when unverified then $4::integer else $3::integer end)
    from stored
  ), moved as (
    insert into stock_movements (product_id, order_id, kind, quantity) select "productId", id, 'held', -quantity from stored
  ), audited as (
    insert into audit_entries (actor_id, action, subject, before, after)
    select "accountId", 'place_order', 'order:' || id, jsonb_build_object('available', available + quantity),
           jsonb_build_object('available', available, 'totalCents', price_cents * quantity)
    from stored
  ), answered as (
    insert into idempotency_keys (account_id, call, key, body_hash, answer)
    select "accountId", call, key, decode("bodyHash", 'hex'), jsonb_build_object('insertedId', id) from stored where key is not null
  )
  select id, id in (select stored.id from stored) as stored, unverified, unpaid as "unpaidOrders", price_cents as "priceCents",
         available, min_order as "minOrder", held::integer, own::integer, same_body as "sameBody", answer, refusal
  from judged`

const STATEMENT = { wait: statement(''), skip: statement('skip locked') }
