import { expect, test } from 'vitest'
import { engineKey, engineLabel, parseEngineKey } from './vehicle.ts'

test('an engine survives a round trip through its key', () => {
  for (const engine of [
    { displacementL: '2.5', cylinders: 4 },
    { displacementL: '1.3', cylinders: null },
    { displacementL: null, cylinders: null },
  ])
    expect(parseEngineKey(engineKey(engine))).toEqual(engine)
  for (const key of ['', '2.5', '2.5-4-1', '2-4', '02.5-4', '2.5-04', 'x', "2.5-4'"])
    expect(parseEngineKey(key)).toBeNull()
})

test('an engine’s label has liters and cylinders, if known', () => {
  expect(engineLabel({ displacementL: '2.5', cylinders: 4 })).toBe('2.5 L, 4 cylinders')
  expect(engineLabel({ displacementL: '1.3', cylinders: null })).toBe('1.3 L')
  expect(engineLabel({ displacementL: null, cylinders: null })).toBe('Electric')
})
