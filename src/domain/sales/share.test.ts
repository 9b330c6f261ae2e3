import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { share } from './share.ts'

/** What each step gives back of x, with q pieces of which each step gives back as many as it says. */
function givenBack(x: number, q: number, steps: readonly number[]): number[] {
  let before = 0
  return steps.map((k) => {
    const amount = share(x, before + k, q) - share(x, before, q)
    before += k
    return amount
  })
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Pieces that are given back in steps, until none is left. */
const splits = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 })

describe('giving back', () => {
  test('a cent of three pieces is given back once', () => {
    // 1 × 1/3 = 0.33 → 0; 1 × 2/3 = 0.67 → 1; 1 × 3/3 = 1.
    expect(givenBack(1, 3, [1, 1, 1])).toEqual([0, 1, 0])
  })

  test('half a cent is rounded up, and the next step has the rest', () => {
    // $0.99 of two: 49.5 → 50, then 99 − 50.
    expect(givenBack(99, 2, [1, 1])).toEqual([50, 49])
  })

  test('in six steps of 62 pieces, neither the net nor the tax goes past the invoice', () => {
    // 62 × $1.37 = $84.94, with tax of 8.875 %: 7.538 → $7.54; gross $92.48.
    const steps = [32, 9, 8, 3, 6, 3]
    const gross = givenBack(9248, 62, steps)
    const tax = givenBack(754, 62, steps)
    // Tax of n pieces, 754 × n / 62: 32: 389.16, 41: 498.61, 49: 595.90, 52: 632.39, 58: 705.35, 61: 741.84.
    expect(tax).toEqual([389, 110, 97, 36, 73, 37])
    // The net is exactly $1.37 for each piece.
    expect(gross.map((amount, at) => amount - (tax[at] ?? 0))).toEqual(steps.map((k) => k * 137))
    // The last piece has what is left: 9248 − 9099 and 754 − 742.
    expect(total(gross)).toBe(9099)
    expect(givenBack(9248, 62, [...steps, 1]).at(-1)).toBe(149)
    expect(givenBack(754, 62, [...steps, 1]).at(-1)).toBe(12)
  })

  test('two lines of a dollar give back no cent more than they cost', () => {
    // Each line is $1.00 and 3 cents of tax for 2 pieces; all pieces one by one.
    const lines = [givenBack(103, 2, [1, 1]), givenBack(103, 2, [1, 1])]
    expect(lines).toEqual([
      [52, 51],
      [52, 51],
    ])
    expect(total(lines.flat())).toBe(206)
  })

  test('everything, in any steps, is exactly what was paid, and no step is negative', () => {
    fc.assert(
      fc.property(splits, fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (steps, x) => {
        const amounts = givenBack(x, total(steps), steps)
        expect(total(amounts)).toBe(x)
        expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('of a line with tax, neither net nor tax is ever given back beyond the invoice', () => {
    const lines = fc.record({
      unit: fc.integer({ min: 1, max: 1_000_000 }),
      ratePpm: fc.integer({ min: 0, max: 300_000 }),
      steps: splits,
    })
    fc.assert(
      fc.property(lines, ({ unit, ratePpm, steps }) => {
        const net = unit * total(steps)
        const tax = Math.round((net * ratePpm) / 1_000_000)
        const taxes = givenBack(tax, total(steps), steps)
        const grosses = givenBack(net + tax, total(steps), steps)
        expect(grosses.map((gross, at) => gross - (taxes[at] ?? 0))).toEqual(steps.map((k) => k * unit))
        expect(total(taxes)).toBe(tax)
      }),
    )
  })
})

test('a share is exact where floating-point numbers are not', () => {
  // 9,007,199,254,740,991 × 1 / 3 = 3,002,399,751,580,330.33.
  expect(share(Number.MAX_SAFE_INTEGER, 1, 3)).toBe(3_002_399_751_580_330)
  expect(share(99_999_999, 999_999, 1_000_000)).toBe(99_999_899)
})
