import { sum } from '../shared/money.ts'
import type { TaxRegion } from '../tax/tax-region.ts'
import { taxOf } from './tax-of.ts'

/** What a line of a cart costs: its parts, and the deposits for their cores. `taxed`: whether the part is. */
export type LineAmounts = { partsCents: number; coreCents: number; taxed: boolean }

/** A cart's lines with their tax, and the tax of its delivery, in cents. */
export type CartTax<Line> = { lines: (Line & LineTax)[]; deliveryTaxCents: number; taxCents: number }

/** The tax of a line, of which `coreTaxCents` is of its deposits. Without a rate it is not taxed. */
export type LineTax = {
  taxCents: number
  coreTaxCents: number
  taxRatePpm: number | null
  taxRegionId: string | null
}

const UNTAXED: LineTax = { taxCents: 0, coreTaxCents: 0, taxRatePpm: null, taxRegionId: null }

/**
 * The tax of a cart in a region, each line rounded once. Delivery is taxed in proportion to the taxed parts.
 * @param region null: none is collected.
 * @param contained whether the amounts have the tax in them.
 */
export function cartTax<Line extends LineAmounts>(
  lines: readonly Line[],
  deliveryCents: number,
  region: TaxRegion | null,
  contained: boolean,
): CartTax<Line> {
  if (!region)
    return { lines: lines.map((line) => ({ ...line, ...UNTAXED })), deliveryTaxCents: 0, taxCents: 0 }
  const rule = { ratePpm: region.ratePpm, contained }
  const taxes = lines.map((line) => {
    if (!line.taxed) return { ...line, ...UNTAXED }
    const coreCents = region.coreTaxed ? line.coreCents : 0
    const taxCents = taxOf(line.partsCents + coreCents, rule)
    const coreTaxCents = taxOf(coreCents, rule)
    return { ...line, taxCents, coreTaxCents, taxRatePpm: region.ratePpm, taxRegionId: region.id }
  })
  const deliveryTaxCents = region.deliveryTaxed
    ? taxOf(deliveryCents, rule, {
        taxedCents: sum(lines.map(({ partsCents, taxed }) => (taxed ? partsCents : 0))),
        ofCents: sum(lines.map(({ partsCents }) => partsCents)),
      })
    : 0
  return {
    lines: taxes,
    deliveryTaxCents,
    taxCents: sum(taxes.map(({ taxCents }) => taxCents)) + deliveryTaxCents,
  }
}
