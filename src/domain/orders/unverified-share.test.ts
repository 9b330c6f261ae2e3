import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkUnverifiedShare, maxUnverifiedQuantity } from './unverified-share.ts'

describe('customers with an unverified email address', () => {
  test.each([
    ['half of the full stock', { available: 28, minOrder: 1, held: 0, own: 0 }, 14],
    ['the rest of the half that all of them share', { available: 20, minOrder: 1, held: 8, own: 8 }, 6],
    ['nothing more once the half is held', { available: 14, minOrder: 2, held: 14, own: 14 }, 0],
    ['one minimum order when others hold the half', { available: 14, minOrder: 2, held: 14, own: 0 }, 2],
    ['the minimum, even if it is most of the stock', { available: 5, minOrder: 4, held: 0, own: 0 }, 4],
    ['the only piece', { available: 1, minOrder: 1, held: 0, own: 0 }, 1],
    ['the smaller half of an odd number', { available: 7, minOrder: 1, held: 0, own: 0 }, 3],
  ])('may order %s', (_, stock, most) => {
    expect(maxUnverifiedQuantity(stock, 50)).toBe(most)
    expect(checkUnverifiedShare(most, stock, 50, 'piece')).toBeNull()
    expect(checkUnverifiedShare(most + 1, stock, 50, 'piece')).toContain(
      'Verify your email address to order more',
    )
  })

  test('see how much they may order until they verify it', () => {
    expect(checkUnverifiedShare(20, { available: 28, minOrder: 1, held: 0, own: 0 }, 50, 'piece')).toContain(
      'at most 14 pieces',
    )
    expect(checkUnverifiedShare(2, { available: 1, minOrder: 1, held: 0, own: 0 }, 50, 'piece')).toContain(
      'at most 1 piece of',
    )
    expect(
      checkUnverifiedShare(1, { available: 1, minOrder: 1, held: 1, own: 1 }, 50, 'piece'),
    ).not.toContain('Until')
  })

  test('however many orders they place, never hold more than their share, beyond one minimum order each', () => {
    const orders = fc.array(fc.record({ who: fc.nat(4), quantity: fc.integer({ min: 1, max: 30 }) }))
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(100),
        orders,
        (pieces, minOrder, percent, wanted) => {
          let available = pieces
          const held = new Map<number, number>()
          const sum = () => [...held.values()].reduce((all, some) => all + some, 0)
          for (const { who, quantity } of wanted) {
            const own = held.get(who) ?? 0
            const most = maxUnverifiedQuantity({ available, minOrder, held: sum(), own }, percent)
            if (quantity < minOrder || quantity > Math.min(available, most)) continue
            available -= quantity
            held.set(who, own + quantity)
          }
          expect(sum()).toBeLessThanOrEqual((pieces * percent) / 100 + held.size * minOrder)
        },
      ),
    )
  })
})
