import { expect, test } from 'vitest'
import { countryName } from './countries.ts'

test.each([
  ['CA', 'Canada'],
  ['US', 'United States'],
  // While it is typed.
  ['C', 'C'],
  ['', ''],
  ['CAN', 'CAN'],
  ['XX', 'XX'],
  ['-', '-'],
])('the country %j is %j', (code, name) => {
  expect(countryName(code)).toBe(name)
})
