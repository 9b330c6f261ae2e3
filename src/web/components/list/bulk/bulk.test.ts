import { expect, test } from 'vitest'
import { bulkSummary } from './bulk-summary.ts'

const nouns = ['order', 'orders'] as const

test('A summary counts the changed rows and says why the others failed', () => {
  expect(bulkSummary(nouns, 'shipped', 1, [])).toBe('1 order shipped')
  expect(bulkSummary(nouns, 'shipped', 2, [{ name: 'Brake Pads', reason: 'It is not paid yet.' }])).toBe(
    '2 orders shipped, 1 could not be: Brake Pads. It is not paid yet.',
  )
})

test('A summary states a reason shared by many rows once', () => {
  const failures = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, reason: 'No connection.' }))
  expect(bulkSummary(nouns, 'deleted', 0, [...failures, { name: 'F', reason: 'It is paid.' }])).toBe(
    '0 orders deleted, 6 could not be: A, B, C and 2 more. No connection. F. It is paid.',
  )
})
