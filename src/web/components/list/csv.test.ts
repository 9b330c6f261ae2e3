import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvPhone, csvText } from './csv.ts'

const columns = [
  { heading: 'Name', value: ({ name }: { name: string }) => name },
  { heading: 'Pieces', value: () => -3 },
]

/** Parses a CSV like a spreadsheet. */
async function read(...names: string[]): Promise<string[][]> {
  const rows = names.map((name) => ({ name }))
  return Papa.parse<string[]>(await csvText(rows, columns, 'America/Chicago'), { skipEmptyLines: true }).data
}

test('Commas, quotes, line breaks and non-ASCII letters survive an export unchanged', async () => {
  const names = ['Rotor, vented', 'Say "ah"', 'two\r\nlines', 'Łódź 汽车', '']
  expect((await read(...names)).slice(1)).toEqual(names.map((name) => [name, '-3']))
  expect((await read())[0]).toEqual(['Name', 'Pieces'])
})

test.each([
  ['2026-11-27T05:30:00.123Z', '2026-11-26 23:30:00'],
  // The hour that daylight saving time repeats.
  ['2026-11-01T06:30:00Z', '2026-11-01 01:30:00'],
])('A time is in the store’s zone, as spreadsheets read a date: %s', async (iso, cell) => {
  const text = await csvText(
    [{ at: iso }],
    [{ heading: 'At', value: ({ at }) => new Date(at) }],
    'America/Chicago',
  )
  expect(text).toBe(`\uFEFFAt\r\n${cell}\r\n`)
})

test.each([
  ['+1 787 555 0100', '+1 787 555 0100'],
  ['+1-787-555-0100', '+1 787 555 0100'],
  ['+1 (787) 555-0100', '+1 787 555 0100'],
  ['+17875550100', '+1787555 0100'],
  ['0787.555.0100', '0787 555 0100'],
  ['07875550100', '0787555 0100'],
  ['(217) 555-0100 ext. 5', '(217) 555-0100 ext. 5'],
  ['+1 787 555 0100 x2', "'+1 787 555 0100 x2"],
  ['+1+1', "'+1+1"],
  ['-5550100', "'-5550100"],
])('The phone %s is a text that spreadsheets keep: %s', async (phone, cell) => {
  const text = await csvText([phone], [{ heading: 'Phone', value: csvPhone }], 'UTC')
  expect(Papa.parse<string[]>(text).data[1]).toEqual([cell])
})

test('Text that a spreadsheet would run as a formula is escaped, a negative number is not', async () => {
  const names = ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=1\nand more']
  expect((await read(...names)).slice(1)).toEqual(names.map((name) => [`'${name}`, '-3']))
  expect((await read('3-way valve'))[1]).toEqual(['3-way valve', '-3'])
})
