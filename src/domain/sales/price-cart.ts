import { type DeliveryOption, deliveryOptions, type Destination } from '../delivery/delivery-options.ts'
import type { DeliveryTable } from '../delivery/delivery-table.ts'
import type { DeliveryDays } from '../shared/delivery-days.ts'
import { MAX_CHARGE_CENTS, MIN_CHARGE_CENTS, sum } from '../shared/money.ts'
import { regionAt } from '../tax/region-at.ts'
import type { TaxRegion } from '../tax/tax-region.ts'
import { cartTax, type LineAmounts, type LineTax } from './cart-tax.ts'
import type { SalesSettings } from './sales-settings.ts'

/** A line of a cart with today's facts of its part. Amounts and weight are of one piece. */
export type PricedLine = {
  productId: string
  name: string
  quantity: number
  unitCents: number
  coreUnitCents: number
  /** Null: not known. */
  weightGrams: number | null
  oversize: boolean
  dangerous: boolean
  taxed: boolean
}

/** What a cart costs, in cents: `totalCents` is what is charged, and is the sum of the others. */
export type CartPrice = {
  /** In the order of the cart. */
  lines: (LineAmounts & LineTax & { productId: string })[]
  partsCents: number
  coreCents: number
  options: DeliveryOption[]
  /** The method that was chosen; null while none is, or if it does not deliver this cart. */
  methodId: string | null
  deliveryName: string | null
  deliveryDays: DeliveryDays | null
  deliveryCents: number | null
  /** A part of taxCents. */
  deliveryTaxCents: number
  /** By name; at most one today. */
  taxes: { name: string; ratePpm: number; amountCents: number }[]
  taxCents: number
  /** Whether the amounts have the tax in them. */
  taxContained: boolean
  totalCents: number
  /** Whether the total is less or more than one charge may be. */
  outOfRange: boolean
}

/** What the price of a cart depends on, besides its lines. */
export type PricingFacts = {
  delivery: DeliveryTable
  regions: readonly TaxRegion[]
  settings: Pick<SalesSettings, 'pricesIncludeTax' | 'defaultGrams'>
  /** Null while it is not known: then there is neither delivery nor tax. */
  destination: Destination | null
  /** The chosen method; null: the cheapest that delivers the cart, of equals the first. */
  methodId: string | null
  /** The day in the store's time zone: "2026-11-21". */
  day: string
}

/**
 * What a cart costs: the one function for the cart, its quote and the checkout. Every amount is a whole
 * number of cents, and every total the sum of its parts.
 */
export function priceCart(lines: readonly PricedLine[], facts: PricingFacts): CartPrice {
  const { destination, settings } = facts
  const amounts = lines.map(({ productId, quantity, unitCents, coreUnitCents, taxed }) => ({
    productId,
    partsCents: quantity * unitCents,
    coreCents: quantity * coreUnitCents,
    taxed,
  }))
  const partsCents = sum(amounts.map((line) => line.partsCents))
  const coreCents = sum(amounts.map((line) => line.coreCents))
  const isDelivered = destination && lines.length > 0
  const options = isDelivered
    ? deliveryOptions(facts.delivery, settings.defaultGrams, lines, partsCents, destination)
    : []
  const chosen = chosenOption(options, facts.methodId)
  const deliveryCents = chosen?.priceCents ?? null
  const region = destination && regionAt(facts.regions, destination, facts.day)
  const taxContained = settings.pricesIncludeTax
  const tax = cartTax(amounts, deliveryCents ?? 0, region, taxContained)
  const isTaxed = region && amounts.some(({ taxed }) => taxed)
  const totalCents = partsCents + coreCents + (deliveryCents ?? 0) + (taxContained ? 0 : tax.taxCents)
  return {
    lines: tax.lines,
    partsCents,
    coreCents,
    options,
    methodId: chosen?.methodId ?? null,
    deliveryName: chosen?.name ?? null,
    deliveryDays: chosen && { daysMin: chosen.daysMin, daysMax: chosen.daysMax },
    deliveryCents,
    deliveryTaxCents: tax.deliveryTaxCents,
    taxes: isTaxed ? [{ name: region.name, ratePpm: region.ratePpm, amountCents: tax.taxCents }] : [],
    taxCents: tax.taxCents,
    taxContained,
    totalCents,
    outOfRange: totalCents < MIN_CHARGE_CENTS || totalCents > MAX_CHARGE_CENTS,
  }
}

/** The option of this id, or the cheapest; only one that delivers the cart. */
function chosenOption(options: readonly DeliveryOption[], methodId: string | null): DeliveryOption | null {
  const possible = options.filter(
    (option) => option.priceCents !== null && (methodId === null || option.methodId === methodId),
  )
  return possible.toSorted((a, b) => (a.priceCents ?? 0) - (b.priceCents ?? 0))[0] ?? null
}
