import { expect, test } from 'vitest'
import { readCount, readSort, sortText, withChanges } from './list-url-state.ts'

test('An order is the same after a trip through the address', () => {
  for (const direction of ['ascending', 'descending'] as const) {
    const sort = { key: 'price', direction }
    expect(readSort(sortText(sort), ['name', 'price'])).toEqual(sort)
  }
})

test('An order that the list does not know is no order', () => {
  expect(readSort(null, ['name'])).toBeUndefined()
  expect(readSort('', ['name'])).toBeUndefined()
  expect(readSort('-password', ['name'])).toBeUndefined()
})

test('A page that is no whole number from 1 is the first page', () => {
  expect(readCount('3', 1)).toBe(3)
  for (const text of [null, '', '0', '-2', '1.5', 'two', '99999999']) expect(readCount(text, 1)).toBe(1)
})

test('Changing the address keeps the rest, and takes out what is empty', () => {
  const query = new URLSearchParams('q=brake&page=3&stock=low')
  expect(withChanges(query, { q: 'oil', page: null, stock: '' }).toString()).toBe('q=oil')
  expect(query.toString()).toBe('q=brake&page=3&stock=low')
})
