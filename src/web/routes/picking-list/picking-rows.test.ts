import { expect, test } from 'vitest'
import { shownPurchase } from '../../../../tests/support/shown-purchase.ts'
import { pickingRows } from './picking-rows.ts'

const paid = (number: string, ...lines: Parameters<typeof shownPurchase>[0]) =>
  shownPurchase(lines, { number, paid: true })

test('What is open of several orders is one row for each part, by bin and part number', () => {
  const plug = { productId: 'plug', name: 'Plug', bin: 'A-10', partNumber: 'IGN-9' }
  const pads = { productId: 'pads', name: 'Pads', bin: 'A-2', partNumber: 'BRK-2', unit: 'set of 4' }
  const rows = pickingRows([
    paid('DL-1', { productId: 'oil', name: 'Oil' }, { ...plug, quantity: 8, shippedQty: 5, canceledQty: 1 }),
    paid('DL-2', { ...plug, quantity: 4 }, pads),
    paid('DL-3', { ...pads, shippedQty: 1 }),
    shownPurchase([pads], { number: 'DL-4' }),
  ])
  expect(rows.map(({ bin, name, quantity, orders }) => [bin, name, quantity, orders])).toEqual([
    ['A-2', 'Pads', 1, [{ number: 'DL-2', quantity: 1 }]],
    [
      'A-10',
      'Plug',
      6,
      [
        { number: 'DL-1', quantity: 2 },
        { number: 'DL-2', quantity: 4 },
      ],
    ],
    ['', 'Oil', 1, [{ number: 'DL-1', quantity: 1 }]],
  ])
})

test('A part that was sold by another unit is another row, in the order of part numbers', () => {
  const rows = pickingRows([
    paid(
      'DL-1',
      { bin: 'B', partNumber: 'Z-10', unit: 'pair' },
      { bin: 'B', partNumber: 'Z-9', unit: 'piece' },
    ),
  ])
  expect(rows.map(({ partNumber }) => partNumber)).toEqual(['Z-9', 'Z-10'])
})
