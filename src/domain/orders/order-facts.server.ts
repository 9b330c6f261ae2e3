import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import type { LineTax } from '../sales/cart-tax.ts'
import { plainOrderTax } from '../sales/plain-order.ts'
import { DEFAULT_SALES_SETTINGS, type SalesSettings } from '../sales/sales-settings.ts'
import type { ShopRules } from '../shop-rules.ts'
import type { TaxRegion } from '../tax/tax-region.ts'
import type { OrderFacts } from './judge-order.server.ts'
import type { NewOrder } from './new-order.server.ts'
import { orderTotalCents } from './order-total.ts'

/** A product on sale, locked; `available` and `minOrder` in units. */
export type OrderedProduct = {
  id: string
  picture: string
  name: string
  priceCents: number
  available: number
  minOrder: number
  unit: string
  coreCents: number
  oversize: boolean
  taxed: boolean
}

/** The account of a valid access token, locked. */
export type OrderingCustomer = { id: string; name: string; email: string; verified: boolean }

type Row = {
  product: OrderedProduct | null
  customer: OrderingCustomer | null
  unpaidOrders: number
  held: number
  own: number
  sameBody: boolean | null
  answer: unknown
  refusal: unknown
  plainOrders: 'all_in' | 'closed' | null
  origin: SalesSettings['origin'] | null
  regions: TaxRegion[] | null
}

// The product is locked first: while an order waits for its part, the customer can order others. The two
// functions count what was committed until both are locked: a function sees a newer snapshot.
// An account that is closed while this waits for its lock is no customer: its token was read before.
// Each table is read by its primary key, and not by a join: a plan that was cached while the tables were
// small might scan them (tests/resilience/cached-plans.test.ts).
const lockAndRead = prepared<Row>(
  'lock-order-facts',
  `with product as (
     select id, picture, name, price_cents as "priceCents", available, min_order as "minOrder", unit,
            core_cents as "coreCents", oversize, taxed
     from products where id = $1 and deleted_at is null and not hidden for no key update
   ), customer as (
     select id, name, email, email_verified as verified from accounts
     where (select count(*) from product) >= 0
       and id = (select account_id from access_tokens where token_hash = $2 and expires_at > now())
       and closed_at is null for no key update
   )
   select to_jsonb(product) as product, to_jsonb(customer) as customer,
          count_unpaid_orders(customer.id, $3)::integer as "unpaidOrders", held::integer, own::integer,
          body_hash = $6 as "sameBody", answer, refusal, sales.plain_orders as "plainOrders", sales.origin,
          (select jsonb_agg(jsonb_build_object(
             'id', id, 'country', country, 'region', region, 'postalFrom', postal_from, 'postalTo', postal_to,
             'name', name, 'ratePpm', rate_ppm, 'deliveryTaxed', delivery_taxed, 'coreTaxed', core_taxed,
             'coreTaxRefunded', core_tax_refunded, 'validFrom', valid_from, 'validTo', valid_to))
           from tax_regions where $7::date between valid_from and coalesce(valid_to, 'infinity')) as regions
   from (values (1)) one left join (select plain_orders, origin from sales_settings limit 1) sales on true left join customer on true left join product on true
     left join lateral (
       select held, own from count_unverified_pieces(product.id, customer.id) where not customer.verified) share on true
     left join lateral (
       select body_hash, answer, refusal from idempotency_keys
       where account_id = customer.id and call = $4 and key = $5 limit 1) used on true`,
)

/**
 * Locks the product and the customer of an order, and reads the facts that decide about it.
 * @returns product and customer as locked; null for a product that is not on sale, and for the customer of a
 * token that has ended. `tax`: what the total contains.
 */
export async function lockOrderFacts(
  trx: Database,
  rules: Pick<ShopRules, 'maxUnpaidOrders'>,
  { productId, tokenHash, idempotencyKey, quantity, day }: NewOrder,
): Promise<{
  facts: OrderFacts
  product: OrderedProduct | null
  customer: OrderingCustomer | null
  tax: LineTax
}> {
  const { call, key, bodyHash } = idempotencyKey ?? { call: null, key: null, bodyHash: null }
  const { rows } = await trx.executeQuery(
    lockAndRead([productId, tokenHash, rules.maxUnpaidOrders, call, key, bodyHash, day]),
  )
  const [row] = rows
  if (!row) throw new Error('The facts of an order have no row')
  const { product, customer, unpaidOrders, held, own, sameBody, answer, refusal } = row
  const facts = {
    customer: customer && { unpaidOrders, unverified: customer.verified ? null : { held, own } },
    usedKey: sameBody === null ? null : { sameBody, answer, refusal },
    product,
    plainOrders: row.plainOrders ?? DEFAULT_SALES_SETTINGS.plainOrders,
  }
  const tax = plainOrderTax(
    product ? orderTotalCents(product.priceCents, quantity) : 0,
    product?.taxed ?? false,
    {
      regions: row.regions ?? [],
      origin: row.origin ?? DEFAULT_SALES_SETTINGS.origin,
      day,
    },
  )
  return { facts, product, customer, tax }
}
