import { expect, test } from 'vitest'
import { bulkSummary } from './bulk-summary.ts'
import { takeTurns } from './take-turns.ts'

const nouns = ['order', 'orders'] as const

test('A summary counts what was done and says why the rest was not', () => {
  expect(bulkSummary(nouns, 'shipped', 1, [])).toBe('1 order shipped')
  expect(bulkSummary(nouns, 'shipped', 2, [{ name: 'Brake Pads', reason: 'It is not paid yet.' }])).toBe(
    '2 orders shipped, 1 could not be: Brake Pads. It is not paid yet.',
  )
})

test('A reason that many rows share is said once', () => {
  const failures = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, reason: 'No connection.' }))
  expect(bulkSummary(nouns, 'deleted', 0, [...failures, { name: 'F', reason: 'It is paid.' }])).toBe(
    '0 orders deleted, 6 could not be: A, B, C and 2 more. No connection. F. It is paid.',
  )
})

test('No more calls than allowed are on their way at once, and a failed one does not stop the rest', async () => {
  const turn = takeTurns(2)
  let running = 0
  let most = 0
  const call = (at: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    if (at === 1) throw new Error('refused')
    return at
  }
  const answers = await Promise.allSettled([0, 1, 2, 3, 4].map((at) => turn(call(at))))
  expect(most).toBe(2)
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})
