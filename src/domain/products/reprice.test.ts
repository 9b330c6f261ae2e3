import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Repricing, repriced } from './reprice.ts'

const up = (amount: number): Repricing => ({ way: 'up', amount, rounding: 'cent' })
const down = (amount: number): Repricing => ({ way: 'down', amount, rounding: 'cent' })
const messagesFor = (input: object) =>
  Repricing.safeParse(input).error?.issues.map(({ message }) => message) ?? []

describe('a price', () => {
  test('is set to one price, regardless of the old one', () => {
    expect(repriced(0.01, { way: 'fixed', amount: 829.5 })).toBe(829.5)
  })

  test('changes by a percentage, rounding half a cent up', () => {
    expect(repriced(25.5, up(10))).toBe(28.05)
    expect(repriced(25.5, down(10))).toBe(22.95)
    // 0.05 × 1.1 = 0.055, 1.15 × 0.9 = 1.035: in floating point both are slightly less.
    expect(repriced(0.05, up(10))).toBe(0.06)
    expect(repriced(1.15, down(10))).toBe(1.04)
    expect(repriced(8.29, up(7.25))).toBe(8.89)
  })

  test('is rounded to the nearest that ends in 95 cents, of two the higher, and is never less', () => {
    const to95 = (price: number, amount = 10) => repriced(price, { way: 'up', amount, rounding: '95' })
    expect(to95(40)).toBe(43.95)
    expect(to95(139.85)).toBe(153.95)
    // 13.45 is as far from 12.95 as from 13.95.
    expect(repriced(26.9, { way: 'down', amount: 50, rounding: '95' })).toBe(13.95)
    expect(repriced(26.88, { way: 'down', amount: 50, rounding: '95' })).toBe(12.95)
    expect(to95(0.01)).toBe(0.95)
    expect(to95(999_999.98, 0.01)).toBeNull()
    expect(messagesFor({ way: 'up', amount: 10, rounding: '99' })).toHaveLength(1)
  })

  test('stays between one cent and the largest price', () => {
    expect(repriced(0.01, down(50))).toBe(0.01)
    expect(repriced(0.01, down(51))).toBeNull()
    expect(repriced(999_999.99, down(0.01))).toBe(999_899.99)
    expect(repriced(999_999.99, up(0.01))).toBeNull()
    expect(repriced(90_909.09, up(1000))).toBe(999_999.99)
    expect(repriced(90_909.1, up(1000))).toBeNull()
  })

  test('is the exact percentage, rounded once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.boolean(),
        (cents, hundredths, rises) => {
          fc.pre(rises || hundredths < 10_000)
          const share = BigInt(rises ? 10_000 + hundredths : 10_000 - hundredths)
          const exact = (BigInt(cents) * share * 2n + 10_000n) / 20_000n
          const expected = exact < 1n || exact > 99_999_999n ? null : Number(exact) / 100
          const change = rises ? up(hundredths / 100) : down(hundredths / 100)
          expect(repriced(cents / 100, change)).toBe(expected)
        },
      ),
    )
  })
})

test('An invalid change is refused with a message', () => {
  expect(messagesFor({ way: 'fixed' })).toEqual(['Price is Required'])
  expect(messagesFor({ way: 'fixed', amount: 0 })).toEqual(['Price must be more than zero'])
  expect(messagesFor({ way: 'up' })).toEqual(['Enter a percentage'])
  expect(messagesFor({ way: 'up', amount: -5 })).toEqual(['Enter more than 0 percent'])
  expect(messagesFor({ way: 'up', amount: 1.005 })).toEqual(['Enter at most two decimals'])
  expect(messagesFor({ way: 'up', amount: 1001 })).toEqual(['Enter at most 1000 percent'])
  expect(messagesFor({ way: 'down', amount: 100 })).toEqual(['Enter at most 99.99 percent'])
  expect(messagesFor({ way: 'down', amount: 7.25 })).toEqual([])
})
