import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gramsOfPounds, MAX_GRAMS, poundsOf, readWeight, weightLabel, weightText } from './weight.ts'

test.each([
  ['2.5 lb', 1134],
  ['2.5', 1134],
  [' 2.5 LBS. ', 1134],
  ['2 lb 8 oz', 1134],
  ['2lbs, 8oz', 1134],
  ['.5 lb', 227],
  ['3 pounds', 1361],
  ['4 oz', 113],
  ['1.2 kg', 1200],
  ['800 g', 800],
  ['800grams', 800],
  ['0', 0],
  ['2205 lb', 1_000_171],
])('%s is a weight of %d g', (typed, grams) => expect(readWeight(typed)).toBe(grams))

test.each([
  '',
  'lb',
  '-1 lb',
  '1,5 kg',
  '1,000 lb',
  '2 stone',
  '2.5.1 lb',
  '1e3 g',
  '2 kg 8 oz',
  '9'.repeat(41),
])('%j is none', (typed) => expect(readWeight(typed)).toBeNull())

test('every weight is read as it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_GRAMS }), (grams) => {
      expect(readWeight(weightText(grams))).toBe(grams)
    }),
  )
})

test('a weight typed in pounds is written as it was typed', () => {
  expect([1, 2.2, 150].map(gramsOfPounds)).toEqual([454, 998, 68_039])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (hundredths) => {
      expect(poundsOf(gramsOfPounds(hundredths / 100))).toBe(hundredths / 100)
    }),
  )
})

test.each([
  [1, '0.1 oz'],
  [25, '0.9 oz'],
  [453, '1 lb'],
  [1134, '2.5 lb'],
  [1000, '2.2 lb'],
  [9080, '20 lb'],
])('customers read of %d g: %s', (grams, label) => expect(weightLabel(grams)).toBe(label))
