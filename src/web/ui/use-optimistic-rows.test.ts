import { expect, test } from 'vitest'
import { changedRows, unsettled } from './use-optimistic-rows.ts'

const rows = [
  { _id: 'a', pieces: 1 },
  { _id: 'b', pieces: 2 },
  { _id: 'c', pieces: 3 },
]

test('A changed row stands in its old place, a deleted one is gone', () => {
  const changes = new Map([
    ['b', { row: { _id: 'b', pieces: 20 }, settled: false }],
    ['c', { row: null, settled: true }],
  ])
  expect(changedRows(rows, changes)).toEqual([
    { _id: 'a', pieces: 1 },
    { _id: 'b', pieces: 20 },
  ])
})

test('A change of a row that is not in the list adds nothing', () => {
  expect(changedRows(rows, new Map([['z', { row: { _id: 'z', pieces: 9 }, settled: false }]]))).toEqual(rows)
})

test('A newly loaded list drops the changes that are through, and keeps those on their way', () => {
  const changes = new Map([
    ['a', { row: null, settled: true }],
    ['b', { row: null, settled: false }],
  ])
  expect([...unsettled(changes).keys()]).toEqual(['b'])
})
