import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import { DEFAULT_SALES_SETTINGS, type SalesSettings } from '../sales/sales-settings.ts'
import type { ShopRules } from '../shop-rules.ts'
import type { TaxRegion } from '../tax/tax-region.ts'
import type { HeldPieces } from './unverified-share.ts'

/** A part on sale with what its price, delivery and tax depend on. */
export type SoldProduct = {
  id: string
  name: string
  picture: string
  unit: string
  priceCents: number
  coreCents: number
  weightGrams: number | null
  oversize: boolean
  dangerous: boolean
  taxed: boolean
  available: number
  minOrder: number
}

/** A customer who orders, as the order shows them. */
export type OrderingCustomer = { id: string; name: string; email: string; verified: boolean }

/** What decides about an order or a checkout, with its parts and its customer locked. */
export type LockedFacts = {
  /** The parts that are on sale, by id. */
  sold: SoldProduct[]
  /** Null when the access token has ended. */
  customer:
    | (OrderingCustomer & {
        /** Counted up to the limit. */
        unpaidOrders: number
        /** For an unverified customer, the units of each part that such customers hold. */
        held: ReadonlyMap<string, HeldPieces>
      })
    | null
  settings: SalesSettings
  /** Those of the day. */
  regions: TaxRegion[]
}

type Row = {
  sold: SoldProduct[] | null
  customer: OrderingCustomer | null
  unpaidOrders: number
  held: (HeldPieces & { id: string })[] | null
  settings: SalesSettings | null
  regions: TaxRegion[] | null
}

// The products are locked first: while an order waits for its part, the customer can order others. The two
// functions count what was committed until all are locked: a function sees a newer snapshot.
// An account that is closed while this waits for its lock is no customer: its token was read before.
// Each table is read by its primary key, and not by a join: a plan that was cached while the tables were
// small might scan them (tests/resilience/cached-plans.test.ts).
const lockAndRead = prepared<Row>(
  'lock-order-facts',
  `with product as (
     select id, name, picture, unit, price_cents as "priceCents", core_cents as "coreCents",
            weight_grams as "weightGrams", oversize, dangerous, taxed, available, min_order as "minOrder"
     from products where id = any ($1::uuid[]) and deleted_at is null and not hidden
     order by id for no key update
   ), customer as (
     select id, name, email, email_verified as verified from accounts
     where (select count(*) from product) >= 0
       and id = (select account_id from access_tokens where token_hash = $2 and expires_at > now())
       and closed_at is null for no key update
   )
   select (select jsonb_agg(product order by id) from product) as sold, to_jsonb(customer) as customer,
          count_unpaid_orders(customer.id, $3)::integer as "unpaidOrders",
          (select jsonb_agg(jsonb_build_object('id', product.id, 'held', share.held, 'own', share.own))
           from product cross join lateral count_unverified_pieces(product.id, customer.id) share
           where not customer.verified) as held,
          (select jsonb_build_object(
             'revision', revision, 'pricesIncludeTax', prices_include_tax, 'plainOrders', plain_orders, 'origin', origin,
             'countries', countries, 'coreDays', core_days, 'defaultGrams', default_grams, 'taxNumber', tax_number)
           from sales_settings limit 1) as settings,
          (select jsonb_agg(jsonb_build_object(
             'id', id, 'country', country, 'region', region, 'postalFrom', postal_from, 'postalTo', postal_to,
             'name', name, 'ratePpm', rate_ppm, 'deliveryTaxed', delivery_taxed, 'coreTaxed', core_taxed,
             'coreTaxRefunded', core_tax_refunded, 'validFrom', valid_from, 'validTo', valid_to))
           from tax_regions where $4::date between valid_from and coalesce(valid_to, 'infinity')) as regions
   from (values (1)) one left join customer on true`,
)

/**
 * Locks parts, by id, and then the customer of an order, and reads the facts that decide about it, in one
 * statement.
 * @param asked.tokenHash of the customer's access token, which must be valid now.
 * @param asked.day of the store: that of its taxes.
 */
export async function lockOrderFacts(
  trx: Database,
  { maxUnpaidOrders }: Pick<ShopRules, 'maxUnpaidOrders'>,
  { productIds, tokenHash, day }: { productIds: readonly string[]; tokenHash: Buffer; day: string },
): Promise<LockedFacts> {
  const { rows } = await trx.executeQuery(lockAndRead([productIds, tokenHash, maxUnpaidOrders, day]))
  const [row] = rows
  if (!row) throw new Error('The facts of an order have no row')
  const { customer, unpaidOrders } = row
  const held = new Map(row.held?.map(({ id, ...pieces }) => [id, pieces]))
  return {
    sold: row.sold ?? [],
    customer: customer && { ...customer, unpaidOrders, held },
    settings: row.settings ?? DEFAULT_SALES_SETTINGS,
    regions: row.regions ?? [],
  }
}
