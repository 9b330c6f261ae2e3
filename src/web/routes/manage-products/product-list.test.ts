import { expect, test } from 'vitest'
import type { ManagedProduct } from '#domain/products/product.ts'
import { productsInView, readProductListView, stockFilterOf } from './product-list.ts'

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

test('The counts include changes that are not confirmed yet, and a changed product leaves its filter', () => {
  const products = [
    product({ name: 'Oil filter', available: 0 }),
    product({ name: 'Rotor', available: 90 }),
    product({ name: 'Pads', available: 90 }),
  ]
  const loaded = { products, counts: { all: 40, in: 30, low: 5, out: 4, hidden: 1 } }
  expect(productsInView(loaded, products, { stock: undefined, shown: 2 })).toEqual({
    rows: products.slice(0, 2),
    counts: loaded.counts,
  })
  const changed = products.slice(0, 2).map((one) => (one.name === 'Rotor' ? { ...one, hidden: true } : one))
  const now = productsInView(loaded, changed, { stock: 'in', shown: 25 })
  expect(now.counts).toEqual({ all: 39, in: 28, low: 5, out: 4, hidden: 2 })
  expect(now.rows.map(({ name }) => name)).toEqual(['Oil filter'])
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
