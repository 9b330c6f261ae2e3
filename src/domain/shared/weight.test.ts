import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gramsOfPounds, poundsText } from './weight.ts'

test('a weight typed in pounds is shown as it was typed', () => {
  expect([1, 2.2, 150].map(gramsOfPounds)).toEqual([454, 998, 68_039])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (hundredths) => {
      expect(poundsText(gramsOfPounds(hundredths / 100))).toBe(String(hundredths / 100))
    }),
  )
})
