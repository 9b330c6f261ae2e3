import { expect, test } from 'vitest'
import type { ManagedProduct } from '#domain/products/product.ts'
import { readProductListView, stockFilterOf } from './product-list.ts'

function product(overrides: Partial<ManagedProduct>): ManagedProduct {
  return {
    _id: overrides.name ?? 'p',
    slug: 'p',
    picture: '',
    name: 'Part',
    about: '',
    price: 10,
    available: 100,
    minOrder: 1,
    unit: 'piece',
    brand: '',
    category: '',
    partNumber: '',
    hidden: false,
    ...overrides,
  }
}

test('A product is low with less than three minimum orders left, sold out with none, and hidden whatever it has', () => {
  expect(stockFilterOf(product({ available: 6, minOrder: 2 }))).toBe('in')
  expect(stockFilterOf(product({ available: 5, minOrder: 2 }))).toBe('low')
  expect(stockFilterOf(product({ available: 1, minOrder: 2 }))).toBe('low')
  expect(stockFilterOf(product({ available: 0, minOrder: 2 }))).toBe('out')
  expect(stockFilterOf(product({ available: 0, hidden: true }))).toBe('hidden')
})

test('An invalid URL shows everything', () => {
  expect(readProductListView(new URLSearchParams('stock=gone&sort=-secret&shown=-1'))).toEqual({
    q: '',
    brand: '',
    category: '',
    stock: undefined,
    sort: undefined,
    shown: 25,
  })
  expect(readProductListView(new URLSearchParams('stock=toString')).stock).toBeUndefined()
})
