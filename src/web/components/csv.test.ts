import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

const columns = [
  { heading: 'Name', value: ({ name }: { name: string }) => name },
  { heading: 'Pieces', value: () => -3 },
]

/** What a spreadsheet reads. */
const read = (...names: string[]) =>
  Papa.parse<string[]>(
    csvText(
      names.map((name) => ({ name })),
      columns,
    ),
    { skipEmptyLines: true },
  ).data

test('Commas, quotes, line ends and letters of any kind come through an export unchanged', () => {
  const names = ['Rotor, vented', 'Say "ah"', 'two\r\nlines', 'Łódź 汽车', '']
  expect(read(...names).slice(1)).toEqual(names.map((name) => [name, '-3']))
  expect(read()[0]).toEqual(['Name', 'Pieces'])
})

test('A text that a spreadsheet would run as a formula is exported as text, a negative number stays one', () => {
  for (const name of ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])
    expect(read(name)[1]).toEqual([`'${name}`, '-3'])
  expect(read('3-way valve')[1]).toEqual(['3-way valve', '-3'])
})
