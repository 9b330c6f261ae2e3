import type { Database } from '#db/connection.ts'
import { readDelivery } from '../delivery/read-delivery.server.ts'
import type { PricedLine, PricingFacts } from '../sales/price-cart.ts'
import { readSalesSettings } from '../sales/read-sales-settings.server.ts'
import { readTaxRegions } from '../tax/tax-region-queries.server.ts'
import type { StoredLine } from './merge-lines.ts'

/** What the owner has entered about delivery and tax, as it is today. */
export type SalesFacts = Omit<PricingFacts, 'destination' | 'methodId'> & {
  /** Where parcels are sent to. */
  countries: readonly string[]
}

/**
 * Reads the facts that prices of carts depend on, in three statements.
 * @param db may be a transaction.
 * @param day of the store: that of its taxes.
 */
export async function readSalesFacts(db: Database, day: string): Promise<SalesFacts> {
  // One after the other: a transaction has one connection.
  const { table: delivery } = await readDelivery(db)
  const regions = await readTaxRegions(db, day)
  const settings = await readSalesSettings(db)
  return { delivery, regions, settings, day, countries: settings.countries }
}

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

/** Those of them that are on sale. */
export function selectSold(db: Database, ids: readonly string[]) {
  return selectParts(db, ids).where('deleted_at', 'is', null).where('hidden', '=', false)
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
