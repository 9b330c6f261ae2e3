import { expect, test } from 'vitest'
import type { ImportSummary, StoredReport } from '#domain/imports/imported-file.ts'
import { changesNothing, checkedText, countsText, fieldText, statusText, valueText } from './import-texts.ts'

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

const NO_CHANGE = { added: 0, changed: 0, removed: 0, unchanged: 761, refused: 0 }

test.each([
  [
    counts,
    0,
    'Ready to import',
    '12 to add, 3 to change, 1 to remove, 1,204 unchanged. Nothing has changed yet.',
  ],
  [NO_CHANGE, 0, 'Nothing to import', '761 unchanged. The store already has all of it.'],
  [NO_CHANGE, 2, 'Nothing to import', '761 unchanged. The store would stay as it is.'],
  [{ ...NO_CHANGE, unchanged: 0 }, 0, 'Nothing to import', 'Nothing to do. The store would stay as it is.'],
])('A checked file with %o and %i warnings: %s', (counts, problemCount, label, text) => {
  const file = { status: 'checked', counts } as ImportSummary
  expect(statusText(file).label).toBe(label)
  expect(checkedText(file, { counts, problemCount } as StoredReport)).toBe(text)
})

test('Only a checked file can have nothing to import', () => {
  for (const status of ['checking', 'refused', 'applied', 'failed', 'undone'] as const)
    expect(changesNothing({ status, counts: NO_CHANGE } as ImportSummary)).toBe(false)
})

test('A report names fields as the screens do, and shows prices in dollars', () => {
  expect(fieldText('minOrder')).toBe('Minimum order')
  expect(fieldText('vehicles')).toBe('Fitments')
  expect(fieldText('BaseVehicle')).toBe('BaseVehicle')
  expect(valueText('price', '38.9')).toBe('$38.90')
  expect(valueText('price', '')).toBe('none')
  expect(valueText('available', '90')).toBe('90')
})
