import { expect, test } from 'vitest'
import { shownPages } from './page-links.tsx'

test('all links are shown when there are few pages', () => {
  expect(shownPages(1, 1)).toEqual([1])
  expect(shownPages(2, 4)).toEqual([1, 2, 3, 4])
})

test('the first, last and neighboring pages are shown when there are many', () => {
  expect(shownPages(1, 20)).toEqual([1, 2, null, 20])
  expect(shownPages(10, 20)).toEqual([1, null, 9, 10, 11, null, 20])
})

test('a gap never replaces a single page', () => {
  expect(shownPages(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
