import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxOf } from './tax-of.ts'

const added = (ratePpm: number) => ({ ratePpm, contained: false })
const contained = (ratePpm: number) => ({ ratePpm, contained: true })

describe('tax that is added', () => {
  test.each([
    // $100.00 × 6.25 % = $6.25
    [10_000, 62_500, 625],
    // $0.08 × 6.25 % = 0.5 cents, half up
    [8, 62_500, 1],
    // $0.07 × 6.25 % = 0.4375 cents
    [7, 62_500, 0],
    // $19.99 × 7.25 % = 144.9275 cents
    [1_999, 72_500, 145],
    // $84.94 × 8.875 % = 753.8425 cents
    [8_494, 88_750, 754],
    // $1,234.56 × 0.0001 % = 0.123456 cents
    [123_456, 1, 0],
    [0, 62_500, 0],
    [10_000, 0, 0],
  ])('%i cents at %i millionths are %i cents', (base, ratePpm, tax) => {
    expect(taxOf(base, added(ratePpm))).toBe(tax)
  })
})

describe('tax that the price has in it', () => {
  test.each([
    // $119.00 at 19 %: net 11,900 / 1.19 = 10,000
    [11_900, 190_000, 1_900],
    // $100.00 at 19 %: 10,000 × 19 / 119 = 1,596.64; net 8,403
    [10_000, 190_000, 1_597],
    // $100.00 at 6.25 %: 10,000 × 6.25 / 106.25 = 588.235
    [10_000, 62_500, 588],
    // $0.03 at 20 %: 3 × 20 / 120 = 0.5, half up
    [3, 200_000, 1],
    [10_000, 0, 0],
  ])('%i cents at %i millionths have %i cents', (base, ratePpm, tax) => {
    expect(taxOf(base, contained(ratePpm))).toBe(tax)
  })

  test('with its net, which is rounded half down, it is the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.integer({ min: 0, max: 300_000 }),
        (gross, ratePpm) => {
          const tax = taxOf(gross, contained(ratePpm))
          // Exactly, in whole numbers: |2 × net × (10⁶ + rate) − 2 × gross × 10⁶| is at most 10⁶ + rate.
          const twice =
            2n * BigInt(gross - tax) * BigInt(1_000_000 + ratePpm) - 2n * BigInt(gross) * 1_000_000n
          expect(twice).toBeGreaterThanOrEqual(-BigInt(1_000_000 + ratePpm))
          expect(twice).toBeLessThan(BigInt(1_000_000 + ratePpm))
        },
      ),
    )
  })
})

test('of a part of the base, the tax is rounded once', () => {
  // 999 × 2/3 × 6.25 % = 41.625 cents
  expect(taxOf(999, added(62_500), { taxedCents: 2_000, ofCents: 3_000 })).toBe(42)
  // 999 × 1/2 × 0.3 % = 1.4985 cents; 999 × 1/2 rounded first is 500, which would be 1.5 and so 2.
  expect(taxOf(999, added(3_000), { taxedCents: 500, ofCents: 1_000 })).toBe(1)
  expect(taxOf(500, added(3_000))).toBe(2)
  expect(taxOf(999, added(62_500), { taxedCents: 0, ofCents: 0 })).toBe(0)
})

test('no tax is more than its rate of the base, or less than none', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.integer({ min: 0, max: 300_000 }),
      fc.boolean(),
      (base, ratePpm, isContained) => {
        const tax = taxOf(base, { ratePpm, contained: isContained })
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(Math.floor((base * ratePpm) / 1_000_000 + 0.5))
      },
    ),
  )
})
