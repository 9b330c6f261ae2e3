import { expect, test } from 'vitest'
import { countsText, fieldText, valueText } from './import-texts.ts'

const counts = { added: 12, changed: 3, removed: 1, unchanged: 1204, refused: 0 }

test.each([
  ['checked', '12 to add, 3 to change, 1 to remove, 1,204 unchanged'],
  ['refused', '12 to add, 3 to change, 1 to remove, 1,204 unchanged'],
  ['failed', '12 to add, 3 to change, 1 to remove, 1,204 unchanged'],
  ['applied', '12 added, 3 changed, 1 removed, 1,204 unchanged'],
  ['undone', '12 added, 3 changed, 1 removed, 1,204 unchanged'],
] as const)('The counts of a file that is %s say what was done, or would be', (status, text) => {
  expect(countsText(counts, status)).toBe(text)
})

test('A report names fields as the screens do, and prices in dollars', () => {
  expect(fieldText('minOrder')).toBe('Minimum order')
  expect(fieldText('vehicles')).toBe('Fitments')
  expect(fieldText('BaseVehicle')).toBe('BaseVehicle')
  expect(valueText('price', '38.9')).toBe('$38.90')
  expect(valueText('price', '')).toBe('none')
  expect(valueText('available', '90')).toBe('90')
})
