import { expect, test } from 'vitest'
import { countAt } from './count-up.tsx'

test('a counter starts at its first number, ends at its last, and never leaves that range', () => {
  expect(countAt(60, 72, 0)).toBe(60)
  expect(countAt(60, 72, 1)).toBe(72)
  expect(countAt(60, 72, 7)).toBe(72)
  expect(countAt(60, 72, -1)).toBe(60)
})

test('a counter shows integers that only increase', () => {
  const shown = Array.from({ length: 101 }, (_, step) => countAt(440, 450, step / 100))
  expect(shown.every(Number.isInteger)).toBe(true)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(new Set(shown).size).toBe(11)
})
