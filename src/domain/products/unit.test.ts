import { expect, test } from 'vitest'
import { countUnits } from './unit.ts'

test.each([
  [1, 'piece', '1 piece'],
  [84, 'set of 4', '84 sets'],
  [1, 'set of 4', '1 set'],
  [0, 'box of 12', '0 boxes'],
  [1200, 'assembly', '1,200 assemblies'],
  [2, 'tray', '2 trays'],
])('%i of the unit "%s" are "%s"', (count, unit, words) => {
  expect(countUnits(count, unit)).toBe(words)
})
