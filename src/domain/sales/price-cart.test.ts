// Long because every rule of money has its case, calculated by hand.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeliveryTable } from '../delivery/delivery-table.ts'
import type { TaxRegion } from '../tax/tax-region.ts'
import { priceCart, type PricedLine, type PricingFacts } from './price-cart.ts'

const line = (facts: Partial<PricedLine> = {}): PricedLine => ({
  productId: 'pads',
  name: 'Ceramic Brake Pads',
  quantity: 1,
  unitCents: 10_000,
  coreUnitCents: 0,
  weightGrams: 1_000,
  oversize: false,
  dangerous: false,
  taxed: true,
  ...facts,
})

const region = (facts: Partial<TaxRegion> = {}): TaxRegion => ({
  id: 'illinois',
  country: 'US',
  region: 'IL',
  postalFrom: null,
  postalTo: null,
  name: 'Illinois',
  ratePpm: 62_500,
  deliveryTaxed: false,
  coreTaxed: false,
  coreTaxRefunded: false,
  validFrom: '2026-01-01',
  validTo: null,
  ...facts,
})

const method = (id: string, name: string) => ({
  id,
  name,
  daysMin: 2,
  daysMax: 5,
  carriesOversize: true,
  carriesDangerous: true,
  toPoBox: true,
  active: true,
})

/** Ground $9.99 to 5 kg and $19.99 to 50 kg, free from $100; Express $24.99 to 5 kg. */
const delivery: DeliveryTable = {
  methods: [method('express', 'Express'), method('ground', 'Ground')],
  zones: [
    { id: 'us', name: 'the United States', areas: [{ country: 'US', region: null, postalPrefix: null }] },
  ],
  prices: [
    { methodId: 'express', zoneId: 'us', upToGrams: 5_000, priceCents: 2_499 },
    { methodId: 'ground', zoneId: 'us', upToGrams: 5_000, priceCents: 999 },
    { methodId: 'ground', zoneId: 'us', upToGrams: 50_000, priceCents: 1_999 },
  ],
  terms: [{ methodId: 'ground', zoneId: 'us', freeFromCents: 10_000, oversizeCents: 5_000 }],
}

const peoria = { country: 'US', region: 'IL', postalCode: '61602', poBox: false }
const settings = { pricesIncludeTax: false, defaultGrams: 1_000 }
const price = (lines: readonly PricedLine[], facts: Partial<PricingFacts> = {}) =>
  priceCart(lines, {
    delivery,
    regions: [region()],
    settings,
    destination: peoria,
    methodId: null,
    day: '2026-11-29',
    ...facts,
  })

describe('by hand:', () => {
  test('two parts, one with a core, Ground to Peoria', () => {
    // Parts 2 × $24.99 + 1 × $45.50 = $95.48; core $15.00; 3 kg by Ground $9.99.
    // Tax: 4998 × 6.25 % = 312.375 → 312; 4550 × 6.25 % = 284.375 → 284; together $5.96.
    const cart = price([
      line({ quantity: 2, unitCents: 2_499 }),
      line({ productId: 'alternator', unitCents: 4_550, coreUnitCents: 1_500 }),
    ])
    expect(cart).toMatchObject({
      lines: [
        { productId: 'pads', partsCents: 4_998, coreCents: 0, taxCents: 312, taxRatePpm: 62_500 },
        { productId: 'alternator', partsCents: 4_550, coreCents: 1_500, taxCents: 284 },
      ],
      partsCents: 9_548,
      coreCents: 1_500,
      methodId: 'ground',
      deliveryName: 'Ground',
      deliveryCents: 999,
      deliveryTaxCents: 0,
      taxes: [{ name: 'Illinois', ratePpm: 62_500, amountCents: 596 }],
      taxCents: 596,
      taxContained: false,
      totalCents: 9_548 + 1_500 + 999 + 596,
      outOfRange: false,
    })
    expect(cart.lines.map(({ taxRegionId }) => taxRegionId)).toEqual(['illinois', 'illinois'])
  })

  test('a taxed core', () => {
    // ($45.50 + $15.00) × 7.25 % = 438.625 → 439, of which $15.00 × 7.25 % = 108.75 → 109 are of the core.
    const california = region({ ratePpm: 72_500, coreTaxed: true })
    const cart = price([line({ unitCents: 4_550, coreUnitCents: 1_500 })], { regions: [california] })
    expect(cart).toMatchObject({ taxCents: 439, totalCents: 4_550 + 1_500 + 999 + 439 })
    expect(cart.lines).toMatchObject([{ taxCents: 439, coreTaxCents: 109 }])
  })

  test('tax is rounded once per line, and so the report of lines is the tax', () => {
    // 3 lines of $0.24: 24 × 6.25 % = 1.5 → 2 each, 6 together; 72 × 6.25 % = 4.5 would be 5.
    const cart = price(['a', 'b', 'c'].map((productId) => line({ productId, unitCents: 24 })))
    expect(cart.lines.map(({ taxCents }) => taxCents)).toEqual([2, 2, 2])
    expect(cart.taxCents).toBe(6)
  })

  test('delivery is taxed by itself, in proportion to the taxed parts', () => {
    const taxesDelivery = { regions: [region({ deliveryTaxed: true })] }
    // All taxed: $9.99 × 6.25 % = 62.4375 → 62. The part: 3000 × 6.25 % = 187.5 → 188.
    expect(price([line({ unitCents: 3_000 })], taxesDelivery)).toMatchObject({
      deliveryTaxCents: 62,
      taxCents: 250,
    })
    // $20 of $30 taxed: 999 × 2/3 × 6.25 % = 41.625 → 42. The part: 2000 × 6.25 % = 125.
    const book = line({ productId: 'manual', unitCents: 1_000, taxed: false })
    const mixed = price([line({ unitCents: 2_000 }), book], taxesDelivery)
    expect(mixed).toMatchObject({ deliveryTaxCents: 42, taxCents: 167, totalCents: 3_000 + 999 + 167 })
    expect(mixed.lines[1]).toMatchObject({ taxCents: 0, taxRatePpm: null, taxRegionId: null })
    // Nothing taxed: neither is the delivery.
    expect(price([book], taxesDelivery)).toMatchObject({ deliveryTaxCents: 0, taxCents: 0, taxes: [] })
  })

  test('the price has the tax in it', () => {
    // $119.00: 11900 × 19 / 119 = 1900; free delivery from $100.
    const germany = { regions: [region({ ratePpm: 190_000, deliveryTaxed: true })] }
    const included = { ...germany, settings: { ...settings, pricesIncludeTax: true } }
    expect(price([line({ unitCents: 11_900 })], included)).toMatchObject({
      taxCents: 1_900,
      taxContained: true,
      totalCents: 11_900,
    })
    // $59.50: 950; delivery $9.99: 999 × 19 / 119 = 159.504 → 160.
    expect(price([line({ unitCents: 5_950 })], included)).toMatchObject({
      deliveryTaxCents: 160,
      taxCents: 1_110,
      totalCents: 5_950 + 999,
    })
    // Half of it taxed: 999 × 1/2 × 19 / 119 = 79.752 → 80; 1000 × 19 / 119 = 159.66 → 160.
    const half = [line({ unitCents: 1_000 }), line({ productId: 'manual', unitCents: 1_000, taxed: false })]
    expect(price(half, included)).toMatchObject({ deliveryTaxCents: 80, taxCents: 240, totalCents: 2_999 })
  })

  test('free delivery is judged by the parts alone, before tax and core deposits', () => {
    // $99.99 of parts, with a core of $20.00 and tax: above $100, and yet not free.
    const almost = price([line({ unitCents: 9_999, coreUnitCents: 2_000 })])
    expect(almost.deliveryCents).toBe(999)
    expect(almost.options.find(({ methodId }) => methodId === 'ground')?.freeFromCents).toBe(10_000)
    expect(price([line({ unitCents: 10_000 })]).deliveryCents).toBe(0)
    // The surcharge of an oversize part stays: 2 × $50.00.
    const oversize = [line({ quantity: 2, oversize: true })]
    expect(price(oversize, { methodId: 'ground' }).deliveryCents).toBe(10_000)
  })

  test('a weight that is not known is the store’s usual one', () => {
    // 5 × 1 kg is the first step; 6 × 1 kg the second.
    expect(price([line({ quantity: 5, unitCents: 100, weightGrams: null })]).deliveryCents).toBe(999)
    expect(price([line({ quantity: 6, unitCents: 100, weightGrams: null })]).deliveryCents).toBe(1_999)
  })
})

describe('delivery', () => {
  test('is the cheapest until one is chosen', () => {
    expect(price([line({ unitCents: 100 })])).toMatchObject({ methodId: 'ground', deliveryCents: 999 })
    expect(price([line({ unitCents: 100 })], { methodId: 'express' })).toMatchObject({
      methodId: 'express',
      deliveryName: 'Express',
      deliveryDays: { daysMin: 2, daysMax: 5 },
      deliveryCents: 2_499,
    })
  })

  test('is none when the chosen method does not take the cart', () => {
    const heavy = [line({ unitCents: 100, weightGrams: 6_000 })]
    expect(price(heavy, { methodId: 'express' })).toMatchObject({
      methodId: null,
      deliveryName: null,
      deliveryDays: null,
      deliveryCents: null,
      totalCents: 106,
    })
    expect(price(heavy, { methodId: 'no such method' }).methodId).toBeNull()
    expect(price(heavy).methodId).toBe('ground')
    expect(price([line({ weightGrams: 60_000 })])).toMatchObject({ methodId: null, deliveryCents: null })
  })
})

describe('the tax', () => {
  test('needs a destination, which decides', () => {
    expect(price([line()], { destination: null })).toMatchObject({
      options: [],
      methodId: null,
      deliveryCents: null,
      taxes: [],
      taxCents: 0,
      totalCents: 10_000,
    })
    expect(price([line()], { destination: { ...peoria, region: 'TX', postalCode: '73301' } })).toMatchObject({
      taxes: [],
      taxCents: 0,
    })
  })

  test('is that of the day', () => {
    const regions = [
      region({ id: 'old', validTo: '2026-11-30' }),
      region({ id: 'new', ratePpm: 70_000, validFrom: '2026-12-01' }),
    ]
    expect(price([line()], { regions, day: '2026-11-30' }).taxCents).toBe(625)
    expect(price([line()], { regions, day: '2026-12-01' }).taxCents).toBe(700)
    expect(price([line()], { regions: [], day: '2026-12-01' }).taxCents).toBe(0)
  })

  test('of a region with a rate of 0 % is named', () => {
    const cart = price([line()], { regions: [region({ ratePpm: 0 })] })
    expect(cart.taxes).toEqual([{ name: 'Illinois', ratePpm: 0, amountCents: 0 }])
  })
})

test('a total is from $0.50 to $999,999.99', () => {
  const total = (unitCents: number) => price([line({ unitCents })], { destination: null })
  expect([0, 49, 50, 99_999_999, 100_000_000].map((cents) => total(cents).outOfRange)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
  expect(price([])).toMatchObject({ options: [], totalCents: 0, outOfRange: true })
  // It is the total that counts: parts of $0.49 with $9.99 of delivery can be charged.
  expect(price([line({ unitCents: 49 })]).outOfRange).toBe(false)
})

describe('of any cart', () => {
  const carts = fc.array(
    fc.record({
      productId: fc.uuid(),
      name: fc.constant('Part'),
      quantity: fc.integer({ min: 1, max: 1_000 }),
      unitCents: fc.integer({ min: 1, max: 200_000 }),
      coreUnitCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
      weightGrams: fc.option(fc.integer({ min: 0, max: 3_000 })),
      oversize: fc.boolean(),
      dangerous: fc.boolean(),
      taxed: fc.boolean(),
    }),
    { maxLength: 20 },
  )
  const regions = fc
    .record({
      ratePpm: fc.integer({ min: 0, max: 300_000 }),
      deliveryTaxed: fc.boolean(),
      coreTaxed: fc.boolean(),
      region: fc.constantFrom('IL', 'TX', null),
    })
    .map((facts) => [region(facts)])
  const facts = fc.record({
    regions,
    settings: fc.record({
      pricesIncludeTax: fc.boolean(),
      defaultGrams: fc.integer({ min: 1, max: 5_000 }),
    }),
    methodId: fc.constantFrom(null, 'ground', 'express', 'none'),
    destination: fc.constantFrom(null, peoria, { ...peoria, country: 'CA' }),
  })
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

  test('every total is the sum of its parts, and every amount a whole number of cents', () => {
    fc.assert(
      fc.property(carts, facts, (lines, given) => {
        const cart = price(lines, given)
        expect(cart.lines.map(({ productId }) => productId)).toEqual(lines.map(({ productId }) => productId))
        expect(cart.partsCents).toBe(sum(cart.lines.map((one) => one.partsCents)))
        expect(cart.coreCents).toBe(sum(cart.lines.map((one) => one.coreCents)))
        expect(cart.taxCents).toBe(sum(cart.lines.map((one) => one.taxCents)) + cart.deliveryTaxCents)
        expect(cart.taxCents).toBe(sum(cart.taxes.map(({ amountCents }) => amountCents)))
        const { partsCents, coreCents, deliveryCents, taxCents, taxContained, totalCents } = cart
        expect(totalCents).toBe(partsCents + coreCents + (deliveryCents ?? 0) + (taxContained ? 0 : taxCents))
        expect(cart.lines.every((one) => one.coreTaxCents <= one.taxCents)).toBe(true)
        expect([totalCents, taxCents, cart.deliveryTaxCents].every(Number.isSafeInteger)).toBe(true)
        expect(
          Math.min(...cart.lines.map((one) => one.taxCents), cart.deliveryTaxCents),
        ).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 500 },
    )
  })

  test('the tax of each line is within half a cent of its rate', () => {
    fc.assert(
      fc.property(carts, facts, (lines, given) => {
        const cart = price(lines, given)
        const [rule] = given.regions
        for (const one of cart.lines) {
          const rate = (one.taxRatePpm ?? 0) / 1_000_000
          const base = one.partsCents + (rule?.coreTaxed ? one.coreCents : 0)
          const exact = cart.taxContained ? base - base / (1 + rate) : base * rate
          expect(Math.abs(one.taxCents - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('without a destination or a region, nothing is taxed', () => {
    fc.assert(
      fc.property(carts, facts, (lines, given) => {
        for (const cart of [
          price(lines, { ...given, destination: null }),
          price(lines, { ...given, regions: [] }),
        ]) {
          expect(cart.taxCents).toBe(0)
          expect(cart.taxes).toEqual([])
        }
      }),
    )
  })
})
