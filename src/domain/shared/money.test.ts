import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsFromDollars, dollarsFromCents, formatUsd, MAX_CHARGE_CENTS } from './money.ts'

describe('money', () => {
  test('converts from cents to dollars and back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CHARGE_CENTS }), (cents) => {
        expect(centsFromDollars(dollarsFromCents(cents))).toBe(cents)
        expect(centsFromDollars(JSON.parse(JSON.stringify(dollarsFromCents(cents))))).toBe(cents)
        expect(centsFromDollars(Number((cents / 100).toFixed(2)))).toBe(cents)
      }),
      { numRuns: 2000 },
    )
  })

  test('is never rounded: fractions of a cent are refused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_CHARGE_CENTS }),
        fc.integer({ min: 1, max: 9 }),
        (cents, mill) => {
          expect(
            centsFromDollars(
              Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${mill}`),
            ),
          ).toBeNull()
        },
      ),
      { numRuns: 1000 },
    )
    for (const odd of [0.001, 0.505, 1 / 3, 0.1 + 0.2, Number.NaN, Infinity, -Infinity, 1e300])
      expect(centsFromDollars(odd)).toBeNull()
  })

  test('handles amounts that floating point cannot represent', () => {
    expect([8.29, 19.99, 1.1, 1.15, 4.35, 0.07, 999_999.99, 0, -5].map(centsFromDollars)).toEqual([
      829, 1999, 110, 115, 435, 7, 99_999_999, 0, -500,
    ])
  })

  test('is formatted as US dollars', () => {
    expect([1299.5, 0.5, 999_999.99, 25, 1_234_567, -12.5].map(formatUsd)).toEqual([
      '$1,299.50',
      '$0.50',
      '$999,999.99',
      '$25.00',
      '$1,234,567.00',
      '-$12.50',
    ])
    const platform = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    const cents = fc.integer({ min: -MAX_CHARGE_CENTS, max: 1000 * MAX_CHARGE_CENTS })
    fc.assert(
      fc.property(cents, (some) => {
        expect(formatUsd(dollarsFromCents(some))).toBe(platform.format(dollarsFromCents(some)))
      }),
      { numRuns: 2000 },
    )
  })
})
