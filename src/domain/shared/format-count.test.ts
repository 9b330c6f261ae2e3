import { expect, test } from 'vitest'
import { formatCount, formatCountOf } from './format-count.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
  ['12345', '12,345'],
])('the number %j has a comma before every three digits', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test('a noun is singular only for exactly one', () => {
  expect([0, 1, 2, 1_001].map((count) => formatCountOf(count, 'order'))).toEqual([
    '0 orders',
    '1 order',
    '2 orders',
    '1,001 orders',
  ])
  expect(formatCountOf(2, 'order to pay', 'orders to pay')).toBe('2 orders to pay')
})
