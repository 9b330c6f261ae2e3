import { expect, test } from 'vitest'
import type { ImportSummary, StoredReport } from '#domain/imports/imported-file.ts'
import {
  applyText,
  changesNothing,
  checkedText,
  countsText,
  fieldText,
  groupProblems,
  headingLabel,
  headingNote,
  leaveOutText,
  linesText,
  statusText,
  valueText,
} from './import-texts.ts'

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

test('Refused lines are to fix before the import, and left out after it', () => {
  const some = { ...NO_CHANGE, unchanged: 0, added: 48, refused: 2 }
  expect(countsText(some, 'refused')).toBe('48 to add, 2 to fix')
  expect(countsText(some, 'applied')).toBe('48 added, 2 left out')
  expect(leaveOutText(some)).toBe('Import the 48 good lines; 2 are left out')
  expect(leaveOutText({ ...some, added: 1, refused: 1 })).toBe('Import the good line; 1 is left out')
  expect(applyText({ ...some, changed: 2 })).toBe('Import 50 parts')
})

test('A heading says whether it was guessed, or what it may be', () => {
  expect(headingNote({ heading: 'SKU', column: 'partNumber', guessed: true })).toBe('Guessed')
  expect(headingNote({ heading: 'MSRP', column: '', unsure: 'price' })).toBe('Not used: Price?')
  expect(headingNote({ heading: 'price', column: 'price' })).toBe('')
})

test('Columns with the same heading, or without one, are told apart by their place', () => {
  const headings = ['SKU', 'Description', '', 'Description'].map((heading) => ({ heading, column: '' }))
  expect(headings.map((_, at) => headingLabel(headings, at))).toEqual([
    'SKU',
    'Description (column 2)',
    'Column 3, without a heading',
    'Description (column 4)',
  ])
})

test('Problems of the same kind are one group, with its lines', () => {
  const at = (line: number, code: string, message = code) => ({ line, code, message })
  const problems = [at(2, 'unknown_part', 'No A'), at(3, 'invalid_input'), at(4, 'unknown_part', 'No B')]
  const groups = groupProblems(problems)
  expect(groups.map(({ first, problems: all }) => [first.message, linesText(all)])).toEqual([
    ['No A', '2, 4'],
    ['invalid_input', '3'],
  ])
  const many = Array.from({ length: 50 }, (_, index) => at(index + 2, 'x'))
  expect(linesText(many)).toBe('2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … (50 lines)')
})
