import { expect, test } from 'vitest'
import { narrowingKeys, readCount, readSearch, readSort, sortText, withChanges } from './list-url-state.ts'

test('A sort order survives a round trip through the URL', () => {
  for (const direction of ['ascending', 'descending'] as const) {
    const sort = { key: 'price', direction }
    expect(readSort(sortText(sort))).toEqual(sort)
  }
})

test('A page that is not a positive integer is the first page', () => {
  expect(readCount('3', 1)).toBe(3)
  for (const text of [null, '', '0', '-2', '1.5', 'two', '99999999']) expect(readCount(text, 1)).toBe(1)
})

test('Changing one parameter preserves the others and removes empty ones', () => {
  const query = new URLSearchParams('q=brake&page=3&stock=low')
  expect(withChanges(query, { q: 'oil', page: null, stock: '' }).toString()).toBe('q=oil')
  expect(query.toString()).toBe('q=brake&page=3&stock=low')
})

test('Search and filters narrow a list; its order and length do not', () => {
  expect(narrowingKeys(new URLSearchParams('q=brake&stock=low&sort=-price&shown=50'))).toEqual(['q', 'stock'])
})

test('A search is trimmed, and cut where the API would refuse it', () => {
  expect(readSearch(new URLSearchParams({ q: ` ${'x'.repeat(120)}` }))).toBe('x'.repeat(100))
  expect(readSearch(new URLSearchParams())).toBe('')
})
