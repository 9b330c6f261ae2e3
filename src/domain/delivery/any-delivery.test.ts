import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliveryOptions, whyNotDeliverable } from './delivery-options.ts'
import type { DeliveryTable } from './delivery-table.ts'

describe('for any table and cart', () => {
  const METHODS = ['a', 'b', 'c']
  const ZONES = ['y', 'z']
  const steps = fc.array(fc.record({ grams: fc.integer({ min: 1, max: 900 }), cents: fc.nat(5000) }), {
    maxLength: 4,
  })
  const tables = fc
    .record({
      flags: fc.tuple(...METHODS.map(() => fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()))),
      steps: fc.tuple(...METHODS.flatMap(() => ZONES.map(() => steps))),
      terms: fc.tuple(
        ...METHODS.flatMap(() => ZONES.map(() => fc.tuple(fc.option(fc.nat(3000)), fc.nat(500)))),
      ),
    })
    .map(({ flags, steps, terms }): DeliveryTable => {
      const pairs = METHODS.flatMap((methodId) => ZONES.map((zoneId) => ({ methodId, zoneId })))
      return {
        methods: METHODS.map((id, at) => {
          const [carriesOversize, carriesDangerous, toPoBox] = flags[at] ?? [false, false, false]
          return {
            id,
            name: id,
            daysMin: 2,
            daysMax: 5,
            active: true,
            carriesOversize,
            carriesDangerous,
            toPoBox,
          }
        }),
        zones: [
          { id: 'y', name: 'Y', areas: [{ country: 'US', region: null, postalPrefix: null }] },
          { id: 'z', name: 'Z', areas: [{ country: 'US', region: null, postalPrefix: '9' }] },
        ],
        // As the store accepts them: a heavier step is later and costs no less.
        prices: pairs.flatMap((pair, at) => {
          const cents = (steps[at] ?? []).map((one) => one.cents).toSorted((a, b) => a - b)
          const grams = [...new Set((steps[at] ?? []).map((one) => one.grams))].toSorted((a, b) => a - b)
          return grams.map((upToGrams, nth) => ({ ...pair, upToGrams, priceCents: cents[nth] ?? 0 }))
        }),
        terms: pairs.map((pair, at) => {
          const [freeFromCents = null, oversizeCents = 0] = terms[at] ?? []
          return { ...pair, freeFromCents, oversizeCents }
        }),
      }
    })
  const carts = fc.array(
    fc.record({
      name: fc.constant('Part'),
      quantity: fc.integer({ min: 1, max: 4 }),
      weightGrams: fc.option(fc.nat(300)),
      oversize: fc.boolean(),
      dangerous: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  )
  const destinations = fc.record({
    country: fc.constant('US'),
    region: fc.constant(null),
    postalCode: fc.constantFrom('10001', '99801'),
    poBox: fc.boolean(),
  })
  const cents = fc.nat(5000)

  test('an unavailable method never has a price, and every other has one', () => {
    fc.assert(
      fc.property(tables, carts, cents, destinations, (table, lines, parts, to) => {
        const options = deliveryOptions(table, 100, lines, parts, to)
        for (const { priceCents, unavailable, freeFromCents } of options) {
          expect(priceCents === null).toBe(unavailable !== null)
          if (unavailable !== null) expect(unavailable).toMatch(/^We can't deliver.+\.$/)
          if (freeFromCents !== null) expect(freeFromCents).toBeGreaterThan(parts)
        }
        const isNoneAvailable = options.every(({ priceCents }) => priceCents === null)
        expect(whyNotDeliverable(table, 100, lines, to) !== null).toBe(isNoneAvailable)
      }),
    )
  })

  test('a heavier cart is never cheaper by a method, nor is one available that was not', () => {
    fc.assert(
      fc.property(tables, carts, cents, destinations, fc.nat(300), (table, lines, parts, to, more) => {
        const heavier = lines.map((line) => ({ ...line, weightGrams: (line.weightGrams ?? 100) + more }))
        const before = deliveryOptions(table, 100, lines, parts, to)
        const after = deliveryOptions(table, 100, heavier, parts, to)
        for (const [at, { priceCents }] of after.entries())
          expect(priceCents ?? Infinity).toBeGreaterThanOrEqual(before[at]?.priceCents ?? Infinity)
      }),
    )
  })

  test('the price of the parts never makes a method available or more expensive', () => {
    fc.assert(
      fc.property(tables, carts, cents, cents, destinations, (table, lines, parts, more, to) => {
        const before = deliveryOptions(table, 100, lines, parts, to)
        const after = deliveryOptions(table, 100, lines, parts + more, to)
        expect(after.map((one) => one.unavailable)).toEqual(before.map((one) => one.unavailable))
        for (const [at, { priceCents }] of after.entries())
          expect(priceCents ?? 0).toBeLessThanOrEqual(before[at]?.priceCents ?? 0)
      }),
    )
  })
})
