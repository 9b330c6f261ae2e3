import { readFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { expect, test } from 'vitest'

const csv = readFileSync(path.join(import.meta.dirname, 'vehicles.csv'), 'utf8')
const { data } = Papa.parse<{ make: string }>(csv, { header: true, skipEmptyLines: true })
const makes = [...new Set(data.map(({ make }) => make))]

test('Makes are names that people know, not those of companies that once filed papers', () => {
  expect(makes.length).toBeGreaterThan(80)
  expect(
    makes.filter((make) =>
      /,|\b(?:inc|ltd|limited|corp|corporation|company|gmbh|co|imports?|dutton)\b/i.test(make),
    ),
  ).toEqual([])
})

test('The documentation counts the vehicles that there are', () => {
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
  expect(readme).toContain(`${data.length.toLocaleString('en-US')} rows`)
})
