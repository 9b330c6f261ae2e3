import { expect, test } from 'vitest'
import type { Quote } from '#domain/cart/quote.ts'
import { whatChanged } from './what-changed.ts'

const line = {
  productId: 'pads',
  slug: 'pads',
  name: 'Brake Pads',
  partNumber: 'P1',
  brand: 'Arden',
  picture: '',
  unit: 'piece',
  quantity: 2,
  price: 38.9,
  lineTotal: 77.8,
  coreDeposit: 0,
  available: 9,
  minOrder: 1,
  fits: [],
}
const quote: Quote = {
  lines: [line],
  parts: 77.8,
  coreDeposits: 0,
  options: [],
  methodId: 'ground',
  delivery: 8.99,
  taxes: [],
  tax: 5.42,
  taxIncluded: false,
  total: 92.21,
  estimated: false,
  missing: [],
  problems: [],
}

test('A quote that costs the same has no change', () => {
  expect(whatChanged(quote, quote)).toEqual([])
})

test('A price, a quantity and a deposit are named with their part, before delivery and tax', () => {
  const lines = [{ ...line, price: 41.9, quantity: 3, coreDeposit: 15 }]
  const after = { ...quote, lines, delivery: 0, tax: 7.86 }
  expect(whatChanged(quote, after)).toEqual([
    'Brake Pads: now $41.90, was $38.90',
    'Brake Pads: now 3, was 2',
    'Core deposit of Brake Pads: now $15.00, was $0.00',
    'Delivery: now $0.00, was $8.99',
    'Tax: now $7.86, was $5.42',
  ])
})

test('Parts that were added or removed are named', () => {
  const after = { ...quote, lines: [{ ...line, productId: 'bulb', name: 'Bulb' }] }
  expect(whatChanged(quote, after)).toEqual(['Bulb was added', 'Brake Pads was removed'])
})

test('A delivery that is known now has no amount before', () => {
  const { delivery: _, ...before } = quote
  expect(whatChanged(before, quote)).toEqual(['Delivery: now $8.99'])
  expect(whatChanged(quote, before)).toEqual([])
})
