import { describe, expect, test } from 'vitest'
import {
  creditAmount,
  creditOfRefund,
  creditPieces,
  goodwillLine,
  deliveryLeft,
  type InvoicedLine,
  leftOf,
  worth,
} from './credit.ts'

const line = (netCents: number, taxCents: number, quantity: number | null): InvoicedLine => ({
  id: '1',
  orderId: 'o',
  kind: quantity === null ? 'delivery' : 'part',
  words: 'Brake Pads',
  quantity,
  netCents,
  taxCents,
  ratePpm: 62_500,
  regionId: null,
  credited: { quantity: 0, netCents: 0, taxCents: 0 },
})

/** The line after this credit. */
function after(
  before: InvoicedLine,
  { netCents, taxCents }: { netCents: number; taxCents: number },
  pieces = 0,
) {
  const { credited } = before
  return {
    ...before,
    credited: {
      quantity: credited.quantity + pieces,
      netCents: credited.netCents - netCents,
      taxCents: credited.taxCents - taxCents,
    },
  }
}

/** The whole numbers below `max`, always the same for a seed. */
function numbers(seed: number) {
  let state = seed
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % max
  }
}

describe('pieces given back', () => {
  test.each([
    // Three pieces of $1.00 with $0.10 of tax: 37, 36 and 37 cents each, of which 3, 4 and 3 are tax.
    ['$1.00 + $0.10 of 3', line(100, 10, 3), [1, 1, 1], [37, 36, 37], [3, 4, 3]],
    ['two at once', line(100, 10, 3), [2, 1], [73, 37], [7, 3]],
    ['a tax without a net', line(0, 1, 2), [1, 1], [1, 0], [1, 0]],
  ])('%s', (_, whole, steps, amounts, taxes) => {
    let now = whole
    const given = steps.map((pieces) => {
      const credit = creditPieces(now, pieces)
      now = after(now, credit, pieces)
      return credit
    })
    expect(given.map((credit) => worth([credit]))).toEqual(amounts)
    expect(given.map(({ taxCents }) => 0 - taxCents)).toEqual(taxes)
    expect(leftOf(now)).toBe(0)
  })

  test('in any steps are exactly the line, and never more of its net or tax', () => {
    const random = numbers(20_261_130)
    for (let round = 0; round < 2_000; round += 1) {
      const quantity = 1 + random(40)
      const whole = line(random(100_000), random(9_000), quantity)
      let now = whole
      while (now.credited.quantity < quantity) {
        const pieces = 1 + random(quantity - now.credited.quantity)
        const credit = creditPieces(now, pieces)
        expect(credit).toMatchObject({ quantity: pieces, reverses: '1' })
        expect(Math.max(credit.netCents, credit.taxCents)).toBeLessThanOrEqual(0)
        now = after(now, credit, pieces)
      }
      expect(now.credited).toEqual({ quantity, netCents: whole.netCents, taxCents: whole.taxCents })
    }
  })

  test('are refused beyond those that are left', () => {
    const whole = line(100, 0, 2)
    expect(() => creditPieces(whole, 3)).toThrow('cannot be given back')
    expect(() => creditPieces(after(whole, creditPieces(whole, 2), 2), 1)).toThrow('cannot be given back')
    expect(() => creditPieces(whole, 0)).toThrow('cannot be given back')
  })
})

describe('an amount given back of a delivery', () => {
  test('has its tax in proportion, and in any steps is exactly the line', () => {
    const whole = line(999, 62, null)
    expect(creditAmount(whole, 500)).toMatchObject({ netCents: -471, taxCents: -29, quantity: null })
    const random = numbers(7)
    for (let round = 0; round < 500; round += 1) {
      let now = line(random(5_000), random(400), null)
      const total = { net: now.netCents, tax: now.taxCents }
      while (leftOf(now) > 0) now = after(now, creditAmount(now, 1 + random(leftOf(now))))
      expect([now.credited.netCents, now.credited.taxCents]).toEqual([total.net, total.tax])
    }
    expect(() => creditAmount(whole, 1_062)).toThrow('cannot be given back')
  })
})

test('an amount given back of a delivery with a taxed and an untaxed line is of both, and in any steps exactly them', () => {
  const random = numbers(11)
  for (let round = 0; round < 500; round += 1) {
    const tax = random(400)
    let lines = [line(random(5_000), tax, null), { ...line(random(5_000), 0, null), id: '2', ratePpm: null }]
    const invoiced = lines
    while (deliveryLeft(lines) > 0) {
      const deliveryCents = 1 + random(deliveryLeft(lines))
      const choice = { pieces: new Map(), deliveryCents, goodwillCents: 0 }
      const given = creditOfRefund({ lines, leftCents: deliveryLeft(lines) }, choice)
      if ('of' in given) throw new Error('too much')
      expect(worth(given.credit)).toBe(deliveryCents)
      for (const credit of given.credit) {
        expect(Math.max(credit.netCents, credit.taxCents)).toBeLessThanOrEqual(0)
        lines = lines.map((one) => (one.id === credit.reverses ? after(one, credit) : one))
      }
      const too = { ...choice, deliveryCents: deliveryLeft(lines) + 1 }
      expect(creditOfRefund({ lines, leftCents: 100_000 }, too)).toMatchObject({ of: 'delivery' })
    }
    expect(lines.map(({ credited }) => [credited.netCents, credited.taxCents])).toEqual(
      invoiced.map(({ netCents, taxCents }) => [netCents, taxCents]),
    )
  }
})

test('goodwill reverses no line', () => {
  const credit = goodwillLine(500, 'For the delay')
  expect(credit).toMatchObject({ kind: 'goodwill', netCents: -500, taxCents: 0, reverses: null })
  expect(worth([credit])).toBe(500)
})
