import { expect, test } from 'vitest'
import { longestGap } from './order-gaps.ts'

test('the gap of a fault is the longest time without an order that touches it', () => {
  const orders = [900, 100, 0, 1_000, 5_000, 5_100, 9_000]
  expect(longestGap(orders, { from: 1_200, to: 4_000 })).toEqual({ from: 1_000, to: 5_000 })
  expect(longestGap(orders, { from: 950, to: 960 })).toEqual({ from: 900, to: 1_000 })
  expect(longestGap(orders, { from: 50, to: 5_050 }), 'of several, the longest').toEqual({
    from: 1_000,
    to: 5_000,
  })
})

test('the gap is unknown without an order before and after the fault', () => {
  expect(longestGap([100, 200], { from: 300, to: 400 })).toBeNull()
  expect(longestGap([], { from: 300, to: 400 })).toBeNull()
})
