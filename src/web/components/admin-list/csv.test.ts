import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

const columns = [
  { heading: 'Name', value: ({ name }: { name: string }) => name },
  { heading: 'Pieces', value: () => -3 },
]

/** Parses a CSV like a spreadsheet. */
async function read(...names: string[]): Promise<string[][]> {
  const rows = names.map((name) => ({ name }))
  return Papa.parse<string[]>(await csvText(rows, columns), { skipEmptyLines: true }).data
}

test('Commas, quotes, line breaks and non-ASCII letters survive an export unchanged', async () => {
  const names = ['Rotor, vented', 'Say "ah"', 'two\r\nlines', 'Łódź 汽车', '']
  expect((await read(...names)).slice(1)).toEqual(names.map((name) => [name, '-3']))
  expect((await read())[0]).toEqual(['Name', 'Pieces'])
})

test('Text that a spreadsheet would run as a formula is escaped, a negative number is not', async () => {
  const names = ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=1\nand more']
  expect((await read(...names)).slice(1)).toEqual(names.map((name) => [`'${name}`, '-3']))
  expect((await read('3-way valve'))[1]).toEqual(['3-way valve', '-3'])
})
