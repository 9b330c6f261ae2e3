import { expect, test } from 'vitest'
import { changedRows, pendingChanges } from './use-optimistic-rows.ts'

const rows = [
  { _id: 'a', pieces: 1, price: 5 },
  { _id: 'b', pieces: 2, price: 5 },
  { _id: 'c', pieces: 3, price: 5 },
]

test('A changed row keeps its position, a deleted one disappears', () => {
  const changes = [
    { id: 'b', patch: { pieces: 20 }, settled: false },
    { id: 'c', patch: null, settled: true },
  ]
  expect(changedRows(rows, changes)).toEqual([
    { _id: 'a', pieces: 1, price: 5 },
    { _id: 'b', pieces: 20, price: 5 },
  ])
})

test('Rolling back a change leaves an earlier one of the same row', () => {
  const restocked = { id: 'a', patch: { pieces: 11 }, settled: true }
  const repriced = { id: 'a', patch: { price: 6 }, settled: false }
  expect(changedRows(rows, [restocked, repriced])[0]).toEqual({ _id: 'a', pieces: 11, price: 6 })
  expect(changedRows(rows, [restocked])[0]).toEqual({ _id: 'a', pieces: 11, price: 5 })
})

test('A change of a row that is not in the list adds nothing', () => {
  expect(changedRows(rows, [{ id: 'z', patch: { pieces: 9 }, settled: false }])).toEqual(rows)
})

test('A reloaded list drops settled changes and keeps pending ones', () => {
  const onItsWay = { id: 'b', patch: null, settled: false }
  expect(pendingChanges([{ id: 'a', patch: null, settled: true }, onItsWay])).toEqual([onItsWay])
})
