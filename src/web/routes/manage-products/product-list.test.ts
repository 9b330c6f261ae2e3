import { expect, test } from 'vitest'
import type { ManagedProduct } from '#domain/products/product.ts'
import { PAGE_SIZE, pageOfProducts, readProductListView, stockFilterOf } from './product-list.ts'

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

/** The view of these products at a URL. */
const shown = (products: readonly ManagedProduct[], address: string) =>
  pageOfProducts(products, readProductListView(new URLSearchParams(address)))
const names = (products: readonly ManagedProduct[], address: string) =>
  shown(products, address).rows.map((row) => row.name)

const stocked = [
  product({ name: 'Oil filter', available: 0, minOrder: 6, price: 4, brand: 'Clearline' }),
  product({ name: 'Brake rotor', available: 5, minOrder: 2, price: 80, partNumber: 'DL-BRK-1042' }),
  product({ name: 'brake pads', available: 90, minOrder: 1, price: 38.9, category: 'Brakes' }),
]

test('A product is low with less than three minimum orders left, sold out with none, and hidden whatever it has', () => {
  expect(stockFilterOf(product({ available: 6, minOrder: 2 }))).toBe('in')
  expect(stockFilterOf(product({ available: 5, minOrder: 2 }))).toBe('low')
  expect(stockFilterOf(product({ available: 1, minOrder: 2 }))).toBe('low')
  expect(stockFilterOf(product({ available: 0, minOrder: 2 }))).toBe('out')
  expect(stockFilterOf(product({ available: 0, hidden: true }))).toBe('hidden')
})

test('By default the list is newest first', () => {
  expect(names(stocked, '')).toEqual(['Oil filter', 'Brake rotor', 'brake pads'])
})

test('The search matches every word in name, brand, category and part number', () => {
  expect(names(stocked, 'q=BRAKE')).toEqual(['Brake rotor', 'brake pads'])
  expect(names(stocked, 'q=rotor+brk-1042')).toEqual(['Brake rotor'])
  expect(names(stocked, 'q=clearline')).toEqual(['Oil filter'])
  expect(names(stocked, 'q=muffler')).toEqual([])
})

test('The search accepts words without accents and numbers in any spelling, like that of a larger store', () => {
  const others = [...stocked, product({ name: 'Pneu d’Été', partNumber: '0 986-04' })]
  for (const q of ['dlbrk1042', 'DL.BRK.1O42', 'brk1042+rotor'])
    expect(names(others, `q=${q}`)).toEqual(['Brake rotor'])
  for (const q of ['ete', 'ÉTÉ', '098604']) expect(names(others, `q=${q}`)).toEqual(['Pneu d’Été'])
})

test('The filter counts respect the search', () => {
  expect(shown(stocked, '').counts).toEqual({ all: 3, in: 1, low: 1, out: 1, hidden: 0 })
  expect(shown(stocked, 'q=brake&stock=low').counts).toEqual({ all: 2, in: 1, low: 1, out: 0, hidden: 0 })
  expect(names(stocked, 'stock=out')).toEqual(['Oil filter'])
  const withHidden = [...stocked, product({ name: 'Drum', hidden: true })]
  expect(shown(withHidden, '').counts).toMatchObject({ all: 4, hidden: 1 })
  expect(names(withHidden, 'stock=hidden')).toEqual(['Drum'])
})

test('Sorting goes both ways, names case-insensitively', () => {
  expect(names(stocked, 'sort=name')).toEqual(['brake pads', 'Brake rotor', 'Oil filter'])
  expect(names(stocked, 'sort=-price')).toEqual(['Brake rotor', 'brake pads', 'Oil filter'])
  expect(names(stocked, 'sort=shelf')).toEqual(['Oil filter', 'Brake rotor', 'brake pads'])
})

test('A page beyond the end is clamped to the last', () => {
  const many = Array.from({ length: PAGE_SIZE + 3 }, (_, index) => product({ name: `Part ${index}` }))
  expect(shown(many, 'page=9').page).toBe(2)
  expect(names(many, 'page=2')).toEqual([
    `Part ${PAGE_SIZE}`,
    `Part ${PAGE_SIZE + 1}`,
    `Part ${PAGE_SIZE + 2}`,
  ])
  expect(shown([], 'page=2')).toMatchObject({ page: 1, all: [] })
})

test('An invalid URL shows everything', () => {
  expect(readProductListView(new URLSearchParams('stock=gone&sort=-secret&page=-1'))).toEqual({
    q: '',
    brand: '',
    category: '',
    stock: undefined,
    sort: undefined,
    page: 1,
  })
  expect(readProductListView(new URLSearchParams('stock=toString')).stock).toBeUndefined()
})
