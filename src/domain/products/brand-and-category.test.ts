import { describe, expect, test } from 'vitest'
import { knownSpelling } from './brand-and-category.ts'

describe('a brand or category', () => {
  const known = ['Bosch', 'NGK', 'Škoda Parts', 'Meyle HD', 'ＡＴＥ', 'bosch']

  test.each([
    ['bosch ', 'Bosch'],
    ['BOSCH', 'Bosch'],
    ['\tngk', 'NGK'],
    ['škoda   PARTS', 'Škoda Parts'],
    ['S\u030Ckoda Parts', 'Škoda Parts'],
    ['meyle\u00A0hd', 'Meyle HD'],
    ['ATE', 'ＡＴＥ'],
    ['Bosch Rexroth', 'Bosch Rexroth'],
    ['  New   Brand ', 'New Brand'],
    ['Skoda Parts', 'Skoda Parts'],
    ['', ''],
  ])('typed as %j is %j', (typed, name) => {
    expect(knownSpelling(typed, known)).toBe(name)
  })
})
