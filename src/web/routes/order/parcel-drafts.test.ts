import { expect, test } from 'vitest'
import { shownPurchase } from '../../../../tests/support/shown-purchase.ts'
import {
  addParcel,
  allInOneParcel,
  leftOf,
  movePieces,
  type ParcelDraft,
  piecesIn,
  removeParcel,
} from './parcel-drafts.ts'

const { lines } = shownPurchase([{ quantity: 8, shippedQty: 1, canceledQty: 1 }, { quantity: 2 }])
const [plugs, rotors] = lines as [(typeof lines)[0], (typeof lines)[0]]
const quantities = (drafts: readonly ParcelDraft[]) =>
  drafts.map((draft) => lines.map((line) => piecesIn(draft, lines).of(line)))

test('at first one parcel has all that is open', () => {
  expect(quantities(allInOneParcel(lines))).toEqual([[6, 2]])
})

test('a parcel that is added has what is in no other one', () => {
  const [first] = allInOneParcel(lines) as [ParcelDraft]
  const fewer = movePieces([first], first, plugs, '4')
  expect(leftOf(fewer, plugs)).toBe(2)
  const two = addParcel(fewer, lines)
  expect(quantities(two)).toEqual([
    [4, 2],
    [2, 0],
  ])
  expect([leftOf(two, plugs), leftOf(two, rotors)]).toEqual([0, 0])
})

test('pieces that are put into a parcel move out of the others, and no more than are open', () => {
  const two = addParcel(allInOneParcel(lines), lines)
  const [, second] = two as [ParcelDraft, ParcelDraft]
  const moved = movePieces(two, second, rotors, '2')
  expect(quantities(moved)).toEqual([
    [6, 0],
    [0, 2],
  ])
  const three = movePieces(addParcel(moved, lines), second, plugs, '5')
  expect(quantities(three)).toEqual([
    [1, 0],
    [5, 2],
    [0, 0],
  ])
  const tooMany = movePieces(three, second, plugs, '7')
  expect(piecesIn(tooMany[1] as ParcelDraft, lines).errorOf(plugs)).toBe('At most 6 pieces')
})

test('the pieces of a parcel that is removed go into the first one', () => {
  const two = addParcel(allInOneParcel(lines), lines)
  const moved = movePieces(two, two[1] as ParcelDraft, plugs, '2')
  for (const removed of moved) expect(quantities(removeParcel(moved, removed, lines))).toEqual([[6, 2]])
})
