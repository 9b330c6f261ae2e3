import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import type { ShopRules } from '../shop-rules.ts'
import type { OrderingCustomer } from './order-facts.server.ts'
import type { OrderFit } from './order.ts'

/** A purchase that its rules allow, with everything that is stored of it. Amounts in cents. */
export type NewPurchase = {
  customer: OrderingCustomer
  /** Of the cart that it was. */
  cartRevision: number
  phone: string
  /** As it is printed on labels, and in its parts. */
  address: string
  shipTo: Readonly<Record<string, string>>
  delivery: { methodId: string; name: string; cents: number; taxCents: number }
  partsCents: number
  coreCents: number
  taxCents: number
  taxContained: boolean
  totalCents: number
  /** At least one, each of another part, in the order of the cart. */
  lines: readonly NewPurchaseLine[]
}

type NewPurchaseLine = {
  /** The first one's is the purchase's. */
  orderId: string
  productId: string
  picture: string
  name: string
  unitCents: number
  quantity: number
  unit: string
  coreUnitCents: number
  taxCents: number
  /** The part of taxCents that is of the deposit. */
  coreTaxCents: number
  taxRatePpm: number | null
  taxRegionId: string | null
  fit: OrderFit | null
}

/**
 * Writes a purchase with its orders, stock, ledger rows, audit row and the record of its email. In the
 * transaction that has locked the products and the customer, and has judged it.
 * @returns the formatted number.
 */
export async function insertPurchase(
  trx: Database,
  rules: Pick<ShopRules, 'orderHoldMinutes' | 'unverifiedHoldMinutes' | 'orderPrefix'>,
  purchase: NewPurchase,
): Promise<string> {
  const { customer, delivery, lines } = purchase
  const id = lines[0]?.orderId ?? ''
  const minutes = customer.verified ? rules.orderHoldMinutes : rules.unverifiedHoldMinutes
  const { rows } = await sql<{ number: string }>`
    with line as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (
        "orderId" uuid, "productId" uuid, picture text, name text, "unitCents" integer, quantity integer, unit text,
        "coreUnitCents" integer, "taxCents" integer, "coreTaxCents" integer, "taxRatePpm" integer, "taxRegionId" uuid, fit jsonb)) with ordinality
        as given ("orderId", "productId", picture, name, "unitCents", quantity, unit,
                  "coreUnitCents", "taxCents", "coreTaxCents", "taxRatePpm", "taxRegionId", fit, place)
    ), purchased as (
      insert into purchases (id, number, parts_cents, core_cents, delivery_cents, tax_cents, tax_contained,
                             delivery_tax_cents, total_cents, delivery_method_id, delivery_name, ship_to, cart_revision)
      values (${id}, nextval('orders_number_seq'), ${purchase.partsCents}, ${purchase.coreCents}, ${delivery.cents},
              ${purchase.taxCents}, ${purchase.taxContained}, ${delivery.taxCents}, ${purchase.totalCents},
              ${delivery.methodId}, ${delivery.name}, ${JSON.stringify(purchase.shipTo)}::jsonb, ${purchase.cartRevision})
      returning id, number
    ), ordered as (
      insert into orders (id, purchase_id, number, line, lines, product_id, account_id, picture, product_name,
                          unit_price_cents, quantity, unit, total_cents, core_unit_cents, tax_cents, core_tax_cents, tax_rate_ppm,
                          tax_region_id, customer_name, customer_email, customer_phone, customer_address, unverified,
                          hold_expires_at, placed_at, vehicle, fit_verdict, fit_reason)
      select "orderId", purchased.id, purchased.number, place, ${lines.length}::integer, "productId", ${customer.id},
             picture, name, "unitCents", quantity, unit, "unitCents" * quantity, "coreUnitCents", "taxCents",
             "coreTaxCents", "taxRatePpm", "taxRegionId", ${customer.name}, ${customer.email}, ${purchase.phone}, ${purchase.address},
             ${!customer.verified}, now() + make_interval(mins => ${minutes}::integer), statement_timestamp(),
             fit->>'vehicle', fit->>'verdict', fit->>'reason'
      from line, purchased
    ), stocked as (
      update products set available = available - quantity from line where id = "productId"
    ), moved as (
      insert into stock_movements (product_id, order_id, kind, quantity)
      select "productId", "orderId", 'held', -quantity from line order by "productId"
    ), audited as (
      insert into audit_entries (actor_id, action, subject, after)
      select ${customer.id}, 'place_order', 'order:' || id, jsonb_build_object(
        'totalCents', ${purchase.totalCents}::integer, 'number', number, 'parts', ${lines.length}::integer) from purchased
    ), mailed as (
      insert into order_mails (order_id, kind) values (${id}::uuid, 'order_placed')
    )
    select number from purchased`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('The statement of a purchase returned no number')
  return formatOrderNumber(row.number, rules.orderPrefix)
}
