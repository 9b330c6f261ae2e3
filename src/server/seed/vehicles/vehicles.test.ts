import { readFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { expect, test } from 'vitest'

const csv = readFileSync(path.join(import.meta.dirname, 'vehicles.csv'), 'utf8')
const { data } = Papa.parse<{ make: string }>(csv, { header: true, skipEmptyLines: true })
const makes = [...new Set(data.map(({ make }) => make))]

test('Makes are common names, not names of importers', () => {
  expect(makes.length).toBeGreaterThan(80)
  expect(
    makes.filter((make) =>
      /,|\b(?:inc|ltd|limited|corp|corporation|company|gmbh|co|imports?|dutton)\b/i.test(make),
    ),
  ).toEqual([])
})

test('The documentation gives the number of vehicles', () => {
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
  expect(readme).toContain(`${data.length.toLocaleString('en-US')} rows`)
})
