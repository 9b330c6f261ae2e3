import { expect, test } from 'vitest'
import { countUnits, factorText, quantityText, takesText } from './unit.ts'

test.each([
  [1, 'piece', '1 piece'],
  [84, 'set of 4', '84 sets'],
  [1, 'set of 4', '1 set'],
  [0, 'box of 12', '0 boxes'],
  [1200, 'assembly', '1,200 assemblies'],
  [2, 'tray', '2 trays'],
])('%i of the unit "%s" are "%s"', (count, unit, words) => {
  expect(countUnits(count, unit)).toBe(words)
})

test.each([
  [1, 'piece', '1 piece', '1'],
  [4, 'piece', '4 pieces', '4'],
  [2, 'set of 4', '2 sets of 4', '2 sets of 4'],
  [1, 'set of 4', '1 set of 4', '1 set of 4'],
  [1200, 'box of 12', '1,200 boxes of 12', '1,200 boxes of 12'],
  [3, 'kit', '3 kits', '3 kits'],
])('%i ordered of the unit "%s" are "%s", and "%s" before a price', (quantity, unit, words, factor) => {
  expect(quantityText(quantity, unit)).toBe(words)
  expect(factorText(quantity, unit)).toBe(factor)
})

test('the quantity a vehicle takes is shown on one line with the minimum and the stock', () => {
  const stock = { minOrder: 1, available: 1200 }
  expect(takesText(4, { ...stock, unit: 'piece' })).toBe('Your vehicle needs 4. 1,200 in stock')
  expect(takesText(4, { ...stock, unit: 'set of 4' })).toBe('Your vehicle needs 4. 1,200 sets of 4 in stock')
  expect(takesText(4, { ...stock, minOrder: 2, unit: 'set of 4' })).toBe(
    'Your vehicle needs 4. Minimum 2 sets of 4, 1,200 sets of 4 in stock',
  )
})
