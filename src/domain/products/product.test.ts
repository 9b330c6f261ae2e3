import { describe, expect, test } from 'vitest'
import { ProductInput, stockState } from './product.ts'

const product = {
  picture: '/images/x.webp',
  name: 'Bolt',
  about: 'A bolt.',
  price: 2.5,
  available: 10,
  minOrder: 1,
}
const messagesFor = (over: object) =>
  ProductInput.safeParse({ ...product, ...over }).error?.issues.map(({ message }) => message) ?? []

describe('a part', () => {
  test.each([
    ['picture', 'Image is Required'],
    ['name', 'Product Name is Required'],
    ['about', 'Product Description is Required'],
    ['price', 'Price is Required'],
    ['available', 'Available Quantity is Required'],
    ['minOrder', 'Minimum Order is Required'],
  ])('without %s is refused: %s', (field, message) => {
    expect(messagesFor({ [field]: undefined })).toEqual([message])
  })

  test('accepts dollars with or without cents, and never truncates silently', () => {
    for (const price of [1, 829, 8.29, 0.01, 999_999.99]) expect(messagesFor({ price })).toEqual([])
    for (const price of [1.005, 0, -1, 1_000_000, '8.005', '8e0'])
      expect(messagesFor({ price })).not.toEqual([])
    for (const available of [1.5, -1, '7.5', '-7']) expect(messagesFor({ available })).not.toEqual([])
    for (const minOrder of [0.5, 0, '0', '1x']) expect(messagesFor({ minOrder })).not.toEqual([])
  })

  test('can be added with nothing in stock', () => {
    expect(messagesFor({ available: 0 })).toEqual([])
  })

  test('can be ordered when the stock reaches the minimum', () => {
    expect(stockState({ available: 0, minOrder: 1 })).toBe('sold_out')
    expect(stockState({ available: 4, minOrder: 5 })).toBe('below_minimum')
    expect(stockState({ available: 5, minOrder: 5 })).toBe('in_stock')
  })
})
