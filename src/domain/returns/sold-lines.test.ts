import { expect, test } from 'vitest'
import { shownPurchase } from '../../../tests/support/shown-purchase.ts'
import type { Return, ReturnLine } from './return.ts'
import { soldLines } from './sold-lines.ts'

const { lines } = shownPurchase([
  { orderId: 'pads', quantity: 5, canceledQty: 1, shippedQty: 4 },
  { orderId: 'rotor', quantity: 2, shippedQty: 2 },
])

const back = (...parts: Partial<ReturnLine>[]): Return => ({
  _id: 'r',
  number: 'RT-1001',
  state: 'received',
  createdAt: '2026-11-03T10:00:00.000Z',
  lines: parts.map((part) => ({
    orderId: 'pads',
    name: 'Part',
    unit: 'piece',
    core: false,
    quantity: 4,
    reason: 'not_needed',
    received: 0,
    restocked: 0,
    writtenOff: 0,
    ...part,
  })),
})

const sold = (...returns: Return[]) =>
  soldLines({ lines, returns }).map(({ orderId, quantity }) => [orderId, quantity])

test('Pieces stay sold until they are canceled, restocked or written off', () => {
  expect(sold()).toEqual([
    ['pads', 4],
    ['rotor', 2],
  ])
  const twoPads = back({ received: 2, restocked: 1, writtenOff: 1 })
  expect(sold(twoPads, back({ orderId: 'rotor', received: 1, restocked: 1 }))).toEqual([
    ['pads', 2],
    ['rotor', 1],
  ])
  expect(sold(twoPads, twoPads)).toEqual([['rotor', 2]])
  expect(sold(twoPads, twoPads, back({ orderId: 'rotor', received: 2, writtenOff: 2 }))).toEqual([])
})

test('What is asked back but has not arrived stays sold, and old parts are none of the part', () => {
  expect(sold(back({ quantity: 4 }), back({ core: true, received: 4, writtenOff: 4 }))).toEqual([
    ['pads', 4],
    ['rotor', 2],
  ])
})
