import type { Database } from '#db/connection.ts'
import { readDelivery } from '../delivery/read-delivery.server.ts'
import type { SoldProduct } from '../orders/lock-order-facts.server.ts'
import type { PricedLine, PricingFacts } from '../sales/price-cart.ts'
import { readSalesSettings } from '../sales/read-sales-settings.server.ts'
import type { SalesSettings } from '../sales/sales-settings.ts'
import { readTaxRegions } from '../tax/tax-region-queries.server.ts'
import type { StoredLine } from './merge-lines.ts'

/** What the owner has entered about delivery and tax, as it is today. */
export type SalesFacts = Omit<PricingFacts, 'destination' | 'methodId' | 'settings'> & {
  settings: SalesSettings
}

/**
 * Reads the facts that prices of carts depend on, in three statements.
 * @param day of the store: that of its taxes.
 */
export async function readSalesFacts(db: Database, day: string): Promise<SalesFacts> {
  // One after the other, on one connection at a time.
  const { table: delivery } = await readDelivery(db)
  const regions = await readTaxRegions(db, day)
  const settings = await readSalesSettings(db)
  return { delivery, regions, settings, day }
}

/** The parts with these ids, by id, sold or not. */
export function selectParts(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'picture', 'unit', 'price_cents as priceCents', 'core_cents as coreCents'])
    .select([
      'weight_grams as weightGrams',
      'oversize',
      'dangerous',
      'taxed',
      'available',
      'min_order as minOrder',
    ])
    .where('id', 'in', ids)
    .orderBy('id')
}

/** The lines whose parts are on sale, in their order, as priceCart reads them. */
export function pricedLines(lines: readonly StoredLine[], sold: readonly SoldProduct[]): PricedLine[] {
  const products = new Map(sold.map((product) => [product.id, product]))
  return lines.flatMap(({ productId, quantity }) => {
    const product = products.get(productId)
    if (!product) return []
    const { name, priceCents: unitCents, coreCents: coreUnitCents } = product
    const { weightGrams, oversize, dangerous, taxed } = product
    return { productId, name, quantity, unitCents, coreUnitCents, weightGrams, oversize, dangerous, taxed }
  })
}
