import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandMarks } from './brand-marks.ts'

test('every brand has its word-mark, and every word-mark its brand', () => {
  const drawing = readFileSync('src/web/pictures/brand-marks.svg', 'utf8')
  const drawn = [...drawing.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1])
  expect(drawn).toEqual(brandMarks.map((mark) => mark.id))
})
