// Does not import the schema library, which the order page does not load.
import { regionAt, type TaxedPlace } from '../tax/region-at.ts'
import type { TaxRegion } from '../tax/tax-region.ts'
import type { LineTax } from './cart-tax.ts'
import { taxOf } from './tax-of.ts'

/**
 * Whether a part can only be ordered in a cart: an order of one part has no place for a core deposit or a
 * surcharge of its delivery, and the owner may have closed such orders.
 */
export function isCartOnly(
  part: { coreCents: number; oversize: boolean },
  plainOrders: 'all_in' | 'closed',
): boolean {
  return plainOrders === 'closed' || part.coreCents > 0 || part.oversize
}

/** The tax that the price of an order of one part contains: that of the store's own place. */
export function plainOrderTax(
  totalCents: number,
  isTaxed: boolean,
  { regions, origin, day }: { regions: readonly TaxRegion[]; origin: TaxedPlace; day: string },
): LineTax {
  const region = isTaxed ? regionAt(regions, origin, day) : null
  if (!region) return { taxCents: 0, coreTaxCents: 0, taxRatePpm: null, taxRegionId: null }
  const { id, ratePpm } = region
  const taxCents = taxOf(totalCents, { ratePpm, contained: true })
  return { taxCents, coreTaxCents: 0, taxRatePpm: ratePpm, taxRegionId: id }
}
