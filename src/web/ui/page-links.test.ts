import { expect, test } from 'vitest'
import { shownPages } from './page-links.tsx'

test('all of a few pages are shown', () => {
  expect(shownPages(1, 1)).toEqual([1])
  expect(shownPages(2, 4)).toEqual([1, 2, 3, 4])
})

test('of many pages the ends and the neighbors are shown', () => {
  expect(shownPages(1, 20)).toEqual([1, 2, null, 20])
  expect(shownPages(10, 20)).toEqual([1, null, 9, 10, 11, null, 20])
})

test('a gap never replaces a single page', () => {
  expect(shownPages(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
