import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandMarks } from './brand-marks.ts'

test('Every brand has its word-mark, and every word-mark its brand', () => {
  const drawing = readFileSync('src/web/pictures/brand-marks.svg', 'utf8')
  const drawn = [...drawing.matchAll(/<g id="([^"]+)"/g)].map((found) => found[1])
  expect(drawn).toEqual(brandMarks.map(({ name }) => name.toLowerCase().replace(' & ', '-')))
  expect(drawing).toContain(`width="160" height="${48 * brandMarks.length}"`)
  expect(brandMarks.map(({ mark }) => mark)).toEqual(drawn.map((_, at) => `brand-mark-${at}`))
})
