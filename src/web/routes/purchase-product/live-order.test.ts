import { expect, test } from 'vitest'
import { liveOrder } from './live-order.ts'

const product = { price: 19.99, available: 40, minOrder: 4, unit: 'piece' }

test('the order total is unit price times quantity, to the cent', () => {
  expect(liveOrder('7', product)).toEqual({ quantity: 7, total: 139.93, message: null })
})

test.each([
  ['3', 'Your Order less Than Our Minimum Order Requirement'],
  ['0', 'Your Order less Than Our Minimum Order Requirement'],
  ['41', 'Your Order More Than Our Stock'],
  ['2.5', 'Enter a whole number of pieces'],
  ['5,0', 'Enter a whole number of pieces'],
  ['12,5', 'Enter a whole number of pieces'],
  ['-3', 'Your Order less Than Our Minimum Order Requirement'],
  ['−3', 'Your Order less Than Our Minimum Order Requirement'],
  ['99999999999999999999', 'Your Order More Than Our Stock'],
  ['1e1', 'Enter a whole number of pieces'],
])('a quantity of %s shows: %s', (text, message) => {
  expect(liveOrder(text, product).message).toBe(message)
})

test.each(['4', '40'])('a quantity at a limit is valid: %s', (text) => {
  expect(liveOrder(text, product).message).toBeNull()
})

test('commas separate thousands, as in the US', () => {
  expect(liveOrder('1,200', { ...product, available: 2000 }).quantity).toBe(1200)
})

test('an empty field shows no error while typing', () => {
  expect(liveOrder(' ', product)).toEqual({ quantity: null, total: null, message: null })
})

test('a total above the card limit shows an error before the order', () => {
  const dear = { ...product, price: 999_999.99, minOrder: 1 }
  expect(liveOrder('2', dear).message).toMatch(/between \$0\.50 and \$999,999\.99/)
})

test('text that is not a number of sets shows that error', () => {
  expect(liveOrder('2.5', { ...product, unit: 'set of 4' }).message).toBe('Enter a whole number of sets')
})
