import { expect, test } from 'vitest'
import { unbrokenUnits } from './unbroken-units.ts'

test.each([
  ['Clutch Kit, 212 mm, 1.8 Compact', 'Clutch Kit, 212\u00a0mm, 1.8 Compact'],
  ['AGM Battery, Group 35, 650 CCA', 'AGM Battery, Group 35, 650\u00a0CCA'],
  ['Iridium Spark Plug, 14 mm, 19 mm Reach', 'Iridium Spark Plug, 14\u00a0mm, 19\u00a0mm Reach'],
  ['Alloy Wheel, 17 × 7, 5 × 114.3', 'Alloy Wheel, 17\u00a0×\u00a07, 5\u00a0×\u00a0114.3'],
  ['Belt, 6 Ribs', 'Belt, 6 Ribs'],
  ['3 Arms', '3 Arms'],
])('%s keeps its numbers with their units', (text, unbroken) => {
  expect(unbrokenUnits(text)).toBe(unbroken)
})
