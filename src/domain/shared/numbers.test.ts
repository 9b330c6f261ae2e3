import { describe, expect, test } from 'vitest'
import { totalPrice, wholeNumber } from './numbers.ts'

describe('a number given as text', () => {
  const pieces = wholeNumber([1, 99])
  test.each([
    ['3', 3],
    ['03', 3],
    ['3.0', 3],
    [3, 3],
  ])('%j is accepted if it is plainly that number', (input, number) => {
    expect(pieces.parse(input)).toBe(number)
  })

  test.each(['3e0', '0x3', ' 3', '3 ', '3,0', '.3', '3.', '+3', '٣', '', 'Infinity', '1'.repeat(41)])(
    '%j is refused',
    (input) => {
      expect(pieces.safeParse(input).error?.issues[0]?.message).toBe('Enter a whole number')
    },
  )
})

test('a total has the intended cents, despite binary fractions', () => {
  expect(totalPrice().parse(4.35 * 3)).toBe(13.05)
  expect(totalPrice().parse('13.049999999999999')).toBe(13.05)
  expect(totalPrice().parse(13.0499)).toBe(13.0499)
  expect(totalPrice().safeParse('13.05 USD').success).toBe(false)
})
