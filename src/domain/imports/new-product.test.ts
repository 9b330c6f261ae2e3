import { expect, test } from 'vitest'
import { newProductOf } from './new-product.ts'

const nameOf = (about: string) => {
  const found = newProductOf({ partNumber: 'A-1', price: 1, about })
  return 'values' in found ? found.values.name : undefined
}

test('The name of a part without one is the first line of its description', () => {
  expect(nameOf('Brake  pads,\tfront')).toBe('Brake pads, front')
  expect(nameOf('Brake pads\r\nCeramic.')).toBe('Brake pads')
  expect(nameOf('x'.repeat(200))).toBe('x'.repeat(200))
})

test('A long description is cut after a word, or between characters if it has no words', () => {
  const words = 'front pads, '.repeat(30)
  expect(nameOf(words)).toBe(`${'front pads, '.repeat(16)}front…`)
  expect(nameOf(`${'x'.repeat(150)} ${'y'.repeat(100)}`)).toBe(`${'x'.repeat(150)}…`)
  expect(nameOf(`A ${'x'.repeat(300)}`)).toBe(`A ${'x'.repeat(197)}…`)
  expect(nameOf('🚗'.repeat(150))).toBe(`${'🚗'.repeat(99)}…`)
})

test('A new part needs a price, and a name or a description', () => {
  expect(newProductOf({ partNumber: 'A-1', price: 1 })).toEqual({ missing: ['name'] })
  expect(newProductOf({ partNumber: 'A-1', name: 'Pads' })).toEqual({ missing: ['price'] })
  expect(newProductOf({ partNumber: 'A-1' })).toEqual({ missing: ['name', 'price'] })
  const all = { name: 'Pads', about: 'Ceramic.', price: 1, available: 3, minOrder: 2 }
  expect(newProductOf({ partNumber: 'A-1', ...all })).toEqual({ values: all, assumed: [] })
})
