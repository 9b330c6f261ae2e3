import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import type { LineTax } from '../sales/cart-tax.ts'
import type { DeliveryDays } from '../shared/delivery-days.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import type { Shop } from '../shop.ts'
import type { OrderingCustomer, SoldProduct } from './lock-order-facts.server.ts'
import type { OrderFit } from './order.ts'

/** A purchase that its rules allow, with everything that is stored of it. Amounts in cents. */
export type NewPurchase = {
  customer: OrderingCustomer
  /** Of the cart that it was; null for an order without a cart. */
  cartRevision: number | null
  phone: string
  /** As it is printed on labels, and in its parts. */
  address: string
  /** Null for an address that was entered as a text. */
  shipTo: object | null
  /** Null when the prices contain it. */
  delivery: (DeliveryDays & { methodId: string; name: string; cents: number; taxCents: number }) | null
  partsCents: number
  coreCents: number
  /** Within how many days after shipping old parts bring their deposits back; null without deposits. */
  coreDays: number | null
  taxCents: number
  taxContained: boolean
  totalCents: number
  /** At least one, each of another part, in the order of the cart. */
  lines: readonly NewPurchaseLine[]
  /** What the audit says besides its number. */
  audit: { before?: object; after: object }
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

/** Some units of a part as a line of a purchase, at today's price. */
export function purchaseLine(
  { id: productId, picture, name, priceCents: unitCents, unit, coreCents: coreUnitCents }: SoldProduct,
  { taxCents, coreTaxCents, taxRatePpm, taxRegionId }: LineTax,
  rest: { orderId: string; quantity: number; fit: OrderFit | null },
): NewPurchaseLine {
  const tax = { taxCents, coreTaxCents, taxRatePpm, taxRegionId }
  return { productId, picture, name, unitCents, unit, coreUnitCents, ...tax, ...rest }
}

// One statement, since the locks of the parts are held while it is written. Products are found by their ids,
// and not by a join, for the same reason as in lock-order-facts.server.ts.
const insert = prepared<{ number: string }>(
  'insert-purchase',
  `with given as (
     select * from jsonb_to_record($1::jsonb) as (
       id uuid, "accountId" text, name text, email text, unverified boolean, phone text, address text, "holdMinutes" integer,
       "partsCents" integer, "coreCents" integer, "deliveryCents" integer, "taxCents" integer, "taxContained" boolean,
       "deliveryTaxCents" integer, "totalCents" integer, "methodId" uuid, "deliveryName" text, "daysMin" integer, "daysMax" integer, "shipTo" jsonb,
       "coreDays" integer, "cartRevision" bigint, before jsonb, after jsonb)
   ), line as (
     select * from rows from (jsonb_to_recordset($2::jsonb) as (
       "orderId" uuid, "productId" uuid, picture text, name text, "unitCents" integer, quantity integer, unit text,
       "coreUnitCents" integer, "taxCents" integer, "coreTaxCents" integer, "taxRatePpm" integer, "taxRegionId" uuid, fit jsonb)) with ordinality
       as line ("orderId", "productId", picture, name, "unitCents", quantity, unit,
                "coreUnitCents", "taxCents", "coreTaxCents", "taxRatePpm", "taxRegionId", fit, place)
   ), purchased as (
     insert into purchases (id, number, parts_cents, core_cents, delivery_cents, tax_cents, tax_contained,
                            delivery_tax_cents, total_cents, delivery_method_id, delivery_name, delivery_days_min,
                            delivery_days_max, ship_to, core_days, cart_revision)
     select id, nextval('orders_number_seq'), "partsCents", "coreCents", "deliveryCents", "taxCents", "taxContained",
            "deliveryTaxCents", "totalCents", "methodId", "deliveryName", "daysMin",
            "daysMax", "shipTo", "coreDays", "cartRevision"
     from given returning id, number
   ), ordered as (
     insert into orders (id, purchase_id, number, line, lines, product_id, account_id, picture, product_name,
                         unit_price_cents, quantity, unit, total_cents, core_unit_cents, tax_cents, core_tax_cents, tax_rate_ppm,
                         tax_region_id, customer_name, customer_email, customer_phone, customer_address, unverified,
                         hold_expires_at, placed_at, vehicle, fit_verdict, fit_reason)
     select "orderId", purchased.id, purchased.number, place, jsonb_array_length($2::jsonb), "productId", "accountId",
            picture, line.name, "unitCents", quantity, unit, "unitCents" * quantity, "coreUnitCents", line."taxCents",
            "coreTaxCents", "taxRatePpm", "taxRegionId", given.name, email, phone, address, unverified,
            now() + make_interval(mins => "holdMinutes"), statement_timestamp(), fit->>'vehicle', fit->>'verdict', fit->>'reason'
     from line, given, purchased
   ), stocked as (
     update products set available = available - (select quantity from line where "productId" = products.id)
     where id = any (array(select "productId" from line))
   ), moved as (
     insert into stock_movements (product_id, order_id, kind, quantity)
     select "productId", "orderId", 'held', -quantity from line order by "productId"
   ), audited as (
     insert into audit_entries (actor_id, action, subject, before, after)
     select "accountId", 'place_order', 'order:' || purchased.id, before, after || jsonb_build_object('number', number)
     from given, purchased
   ), mailed as (
     insert into order_mails (order_id, kind) select id, 'order_placed' from given
   )
   select number from purchased`,
)

/**
 * Writes a purchase with its orders, stock, ledger rows, audit row, and its email with the job that sends it.
 * In the transaction that has locked the products and the customer, and has judged it.
 * @returns the formatted number.
 */
export async function insertPurchase(
  trx: Database,
  shop: {
    jobs: Pick<Shop['jobs'], 'add'>
    rules: Pick<Shop['rules'], 'orderHoldMinutes' | 'unverifiedHoldMinutes' | 'orderPrefix'>
  },
  { customer, delivery, lines, audit, ...amounts }: NewPurchase,
): Promise<string> {
  const { rules } = shop
  const { id: accountId, name, email, verified } = customer
  const id = lines[0]?.orderId ?? ''
  const purchase = {
    ...amounts,
    ...audit,
    id,
    accountId,
    name,
    email,
    unverified: !verified,
    holdMinutes: verified ? rules.orderHoldMinutes : rules.unverifiedHoldMinutes,
    methodId: delivery?.methodId,
    deliveryName: delivery?.name,
    daysMin: delivery?.daysMin,
    daysMax: delivery?.daysMax,
    deliveryCents: delivery?.cents ?? 0,
    deliveryTaxCents: delivery?.taxCents ?? 0,
  }
  const { rows } = await trx.executeQuery(insert([JSON.stringify(purchase), JSON.stringify(lines)]))
  const [row] = rows
  if (!row) throw new Error('The statement of a purchase returned no number')
  await shop.jobs.add(trx, 'order-mails', { orderId: id, kind: 'order_placed', about: '' })
  return formatOrderNumber(row.number, rules.orderPrefix)
}
