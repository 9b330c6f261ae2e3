import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import type { LineTax } from '../sales/cart-tax.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import type { ShopRules } from '../shop-rules.ts'
import type { NewOrder } from './new-order.server.ts'
import type { OrderedProduct, OrderingCustomer } from './order-facts.server.ts'
import { orderTotalCents } from './order-total.ts'

// One statement, since the locks of the order are held while it is written.
const insert = prepared<{ number: string }>(
  'insert-order',
  `with ordered as (
     insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, unit, total_cents,
                         customer_name, customer_email, customer_phone, customer_address, unverified, hold_expires_at,
                         vehicle, fit_verdict, fit_reason, tax_cents, tax_rate_ppm, tax_region_id)
     values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now() + make_interval(mins => $15::integer), $16, $17, $18, $23, $24, $25)
     returning number
   ), stocked as (
     update products set available = available - $7::integer where id = $2::uuid returning available
   ), moved as (
     insert into stock_movements (product_id, order_id, kind, quantity) values ($2::uuid, $1::uuid, 'held', -$7::integer)
   ), audited as (
     insert into audit_entries (actor_id, action, subject, before, after)
     select $3, 'place_order', 'order:' || $1::uuid, jsonb_build_object('available', available + $7::integer),
            jsonb_build_object('available', available, 'totalCents', $9::integer, 'number', number)
     from ordered, stocked
   ), mailed as (
     insert into order_mails (order_id, kind) values ($1::uuid, 'order_placed')
   ), answered as (
     insert into idempotency_keys (account_id, call, key, body_hash, answer)
     select $3, $19, $20, $21, jsonb_build_object('insertedId', $1::uuid, 'number', $22::text || number)
     from ordered where $20::text is not null
   )
   select number from ordered`,
)

/**
 * Writes an order with its stock, ledger row, audit row, record of its email and idempotency key. In the
 * transaction that has locked the product and the customer, and has judged the order.
 * @returns the formatted number.
 */
export async function insertOrder(
  trx: Database,
  rules: Pick<ShopRules, 'orderHoldMinutes' | 'unverifiedHoldMinutes' | 'orderPrefix'>,
  { id, quantity, phone, address, fit, idempotencyKey }: NewOrder,
  { product, customer, tax }: { product: OrderedProduct; customer: OrderingCustomer; tax: LineTax },
): Promise<string> {
  const { rows } = await trx.executeQuery(
    insert([
      id,
      product.id,
      customer.id,
      product.picture,
      product.name,
      product.priceCents,
      quantity,
      product.unit,
      orderTotalCents(product.priceCents, quantity),
      customer.name,
      customer.email,
      phone,
      address,
      !customer.verified,
      customer.verified ? rules.orderHoldMinutes : rules.unverifiedHoldMinutes,
      fit?.vehicle ?? null,
      fit?.verdict ?? null,
      fit?.reason ?? null,
      idempotencyKey?.call ?? null,
      idempotencyKey?.key ?? null,
      idempotencyKey?.bodyHash ?? null,
      formatOrderNumber('', rules.orderPrefix),
      tax.taxCents,
      tax.taxRatePpm,
      tax.taxRegionId,
    ]),
  )
  const [row] = rows
  if (!row) throw new Error('The statement of an order returned no number')
  return formatOrderNumber(row.number, rules.orderPrefix)
}
