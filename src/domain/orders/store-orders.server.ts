import { CompiledQuery } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Once } from '../shared/idempotency.server.ts'
import { MAX_CHARGE_CENTS, MIN_CHARGE_CENTS } from '../shared/money.ts'
import type { ShopRules } from '../shop.ts'

/** An order as it is asked for. Everything else that an order shows comes from the part and the account. */
export type NewOrder = {
  id: string
  accountId: string
  /** Of the access token that must be valid when the order is stored. */
  tokenHash: Buffer
  productId: string
  /** Pieces. */
  quantity: number
  /** What the customer expects to pay, or null. */
  expectedCents: number | null
  phone: string
  address: string
  once: Once | null
}

/**
 * Stores orders in one statement, each entirely or not at all: token, guarded stock, order, ledger, audit and idempotency rows. No two of
 * them may be of the same part or the same customer.
 * @param locked what to do about a part or an account that another transaction has locked: `wait` for it, or `skip` the order.
 * @returns the ids of the orders that were stored. For each of the others a guard said no, or its part or account was skipped.
 * @throws an error of the database; then none of them was stored, unless the connection was lost.
 */
export async function storeOrders(
  db: Database,
  rules: ShopRules,
  orders: readonly NewOrder[],
  locked: 'wait' | 'skip',
): Promise<Set<string>> {
  const asked = orders.map(({ tokenHash, once, ...order }) => ({
    ...order,
    tokenHash: tokenHash.toString('hex'),
    ...(once && { call: once.call, key: once.key, bodyHash: once.bodyHash.toString('hex') }),
  }))
  const result = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(STATEMENT[locked], [
      JSON.stringify(asked),
      rules.maxUnpaidOrders,
      rules.orderHoldMinutes,
      rules.unverifiedHoldMinutes,
      rules.unverifiedSharePercent,
    ]),
  )
  return new Set(result.rows.map(({ id }) => id))
}

// Columns are written out: with an asterisk the statement would not be prepared (db/connection.ts), and planned at every execution.
// Account and part are locked before anything is looked at that depends on them: what the two counting functions then see is final.
// Both are looked up by lists of keys: as joins they might be read whole.
const statement = (lock: string) => `
  with asked as (
    select id, "accountId", "tokenHash", "productId", quantity, "expectedCents", phone, address, call, key, "bodyHash"
    from json_to_recordset($1) as asked (
      id uuid, "accountId" text, "tokenHash" text, "productId" uuid, quantity integer, "expectedCents" bigint, phone text, address text,
      call text, key text, "bodyHash" text)
  ), buyer as (
    select accounts.id, name, email, email_verified from access_tokens join accounts on accounts.id = account_id
    where token_hash = any (array(select decode("tokenHash", 'hex') from asked)) and expires_at > now()
      and accounts.id = any (array(select "accountId" from asked))
    for no key update of accounts ${lock}
  ), part as (
    select id, picture, name, price_cents, available, min_order, price_cents::bigint as price from products
    where id = any (array(select "productId" from asked)) and deleted_at is null
    for no key update ${lock}
  ), allowed as (
    select asked.id, "accountId", "productId", quantity, phone, address, call, key, "bodyHash", part.picture, part.name, price_cents,
           buyer.name as customer_name, email, not email_verified as unverified
    from asked join buyer on buyer.id = "accountId" join part on part.id = "productId"
    where quantity between min_order and available
      and price * quantity between ${MIN_CHARGE_CENTS} and ${MAX_CHARGE_CENTS}
      and price * quantity = coalesce("expectedCents", price * quantity)
      and not exists (select from idempotency_keys used
                      where used.account_id = "accountId" and used.call = asked.call and used.key = asked.key)
      and count_unpaid_orders(buyer.id, $2::integer) < $2::integer
      and (email_verified or exists (
        select from count_unverified_pieces(part.id, buyer.id)
        where quantity <= greatest(case own when 0 then min_order end, (available + held) * $5::integer / 100 - held)))
  ), taken as (
    update products set available = available - quantity from allowed where products.id = "productId"
    returning allowed.id, "accountId", "productId", quantity, phone, address, call, key, "bodyHash", allowed.picture, allowed.name,
              allowed.price_cents, customer_name, email, unverified, available
  ), placed as (
    insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
                        customer_email, customer_phone, customer_address, unverified, hold_expires_at)
    select id, "productId", "accountId", picture, name, price_cents, quantity, price_cents * quantity, customer_name,
           email, phone, address, unverified, now() + make_interval(mins => case when unverified then $4::integer else $3::integer end)
    from taken
  ), moved as (
    insert into stock_movements (product_id, order_id, kind, quantity) select "productId", id, 'held', -quantity from taken
  ), noted as (
    insert into audit_entries (actor_id, action, subject, before, after)
    select "accountId", 'place_order', 'order:' || id, jsonb_build_object('available', available + quantity),
           jsonb_build_object('available', available, 'totalCents', price_cents * quantity)
    from taken
  ), kept as (
    insert into idempotency_keys (account_id, call, key, body_hash, answer)
    select "accountId", call, key, decode("bodyHash", 'hex'), jsonb_build_object('insertedId', id) from taken where key is not null
  )
  select id from taken`

const STATEMENT = { wait: statement(''), skip: statement('skip locked') }
