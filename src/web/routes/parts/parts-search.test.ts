import { expect, test } from 'vitest'
import { partsPath, readPartsSearch } from './parts-search.ts'

const read = (query: string) => readPartsSearch(new URLSearchParams(query))

test('an address without a query asks for the first page of all parts, newest first', () => {
  expect(read('')).toEqual({ q: '', category: '', brand: '', sort: 'newest', page: 1, vehicle: {} })
})

test('what makes no sense in an address counts as not given', () => {
  const odd = read('page=-2&sort=cheapest&q=%00&year=soon')
  expect(odd).toEqual(read(''))
  expect(read('page=2.5').page).toBe(1)
})

test('an address and what is read from it are the same search', () => {
  const path = '/parts?make=Honda&year=2009&model=Civic&q=brake+pads&category=Brakes&sort=-price&page=2'
  expect(partsPath(read(path.slice(path.indexOf('?'))), { page: 2 })).toBe(path)
})

test('another filter starts at the first page again', () => {
  const search = read('category=Brakes&page=3')
  expect(partsPath(search, { brand: 'Gripstone' })).toBe('/parts?category=Brakes&brand=Gripstone')
  expect(partsPath(search, { category: '' })).toBe('/parts')
})
