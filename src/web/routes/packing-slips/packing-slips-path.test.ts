import { expect, test } from 'vitest'
import {
  packingSlipsLabel,
  packingSlipsPath,
  parcelSlipPath,
  pickingListPath,
  readPackingSlips,
  readParcel,
} from './packing-slips-path.ts'

const orders = (count: number) => Array.from({ length: count }, (_, at) => ({ number: `DL-${10_001 + at}` }))
const read = (path: string) => readPackingSlips(new URL(path, 'https://store.test').searchParams)

test('The page has one slip for each selected order', () => {
  expect(packingSlipsLabel(1)).toBe('Packing slip')
  expect(packingSlipsLabel(100)).toBe('100 packing slips')
  expect(read(packingSlipsPath(orders(100)))).toHaveLength(100)
  expect(read('/dashboard/packingSlips?orders=10001,DL-10002,x,1e5,10001')).toEqual(['10001', '10002'])
})

test('The slip of one parcel is named by its number', () => {
  const path = parcelSlipPath({ number: 'DL-10042' }, 2)
  expect(read(path)).toEqual(['10042'])
  const parcelIn = (text: string) => readParcel(new URL(text, 'https://store.test').searchParams)
  expect(parcelIn(path)).toBe(2)
  for (const odd of ['', '&parcel=', '&parcel=0', '&parcel=-1', '&parcel=1e3', '&parcel=99999', '&parcel=x'])
    expect(parcelIn(`/dashboard/packingSlips?orders=10042${odd}`)).toBeUndefined()
})

test('The picking list is of the same orders', () => {
  expect(pickingListPath(orders(2))).toBe('/dashboard/pickingList?orders=10001,10002')
})

test('A part of an order leads to the slip of the whole order', () => {
  expect(packingSlipsPath([{ number: 'DL-10042-2' }, { number: '10043' }])).toMatch(/=10042,10043$/)
  expect(read('/dashboard/packingSlips?orders=DL-10042-2,10042-1')).toEqual(['10042'])
})

test('For more orders than fit on one page, the button says that it opens the first ones', () => {
  expect(packingSlipsLabel(101)).toBe('First 100 packing slips')
  expect(read(packingSlipsPath(orders(101))).at(-1)).toBe('10100')
})
