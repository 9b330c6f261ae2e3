import { expect, test } from 'vitest'
import type { SpecificationField } from '../products/specification.ts'
import {
  createGuess,
  createSpecificationColumns,
  isSameUnit,
  readSpecifications,
} from './specification-columns.ts'

const field = (
  _id: string,
  category: string,
  name: string,
  unit = '',
  type: 'text' | 'number' = 'number',
) => ({
  _id,
  category,
  name,
  unit,
  type,
})
const FIELDS: SpecificationField[] = [
  field('1', 'Brakes', 'Thickness', 'mm'),
  field('2', 'Brakes', 'Type', '', 'text'),
  field('3', 'Hoses', 'Length', 'in'),
  field('4', 'Belts', 'Length', 'mm'),
  field('5', 'Belts', 'Core (W × H)', 'mm', 'text'),
  field('6', 'Belts', '__proto__', '', 'text'),
]
const columns = createSpecificationColumns(FIELDS)

/** The headings that are read, each with its column; "?" after one that is left out as unsure. */
function readAs(headings: readonly string[], all = true): string[] {
  const known = new Set(headings.map((heading) => columns.named(heading)))
  return createGuess(columns, { all })(headings, (column) => !known.has(column as never)).map(
    ({ column, unsure }, at) => columns.named(headings[at] ?? '') ?? column ?? (unsure ? `${unsure}?` : '-'),
  )
}

test.each([
  ['Thickness', 'spec: Thickness (mm)'],
  ['thickness (MM)', 'spec: Thickness (mm)'],
  ['Thickness [millimeters]', 'spec: Thickness (mm)'],
  ['Thickness (in)', 'spec: Thickness (mm)?'],
  ['Specification: thickness', 'spec: Thickness (mm)'],
  ['SPEC:Thickness (in)', 'spec: Thickness (in)'],
  ['spec: Type', 'spec: Type'],
  // It is the category in most files.
  ['Type', 'category'],
  ['Length', 'spec: Length'],
  ['Length (inches)', 'spec: Length (in)'],
  ['Core (w × h)', 'spec: Core (W × H) (mm)'],
  ['Core (W × H) (mm)', 'spec: Core (W × H) (mm)'],
  ['__proto__', 'spec: __proto__'],
  ['spec: constructor', 'spec: constructor'],
  ['constructor', '-'],
  ['spec:', '-'],
  ['Color', '-'],
  [`Thickness${' '.repeat(300)}`, '-'],
])('%j is read as %s', (heading, expected) => {
  expect(readAs([heading])).toEqual([expected])
})

test('Of two headings of one specification none is guessed, and one that is named is', () => {
  expect(readAs(['Thickness', 'Thickness (mm)'])).toEqual(['spec: Thickness (mm)?', 'spec: Thickness (mm)?'])
  expect(readAs(['Thickness', 'spec: Thickness'])).toEqual(['spec: Thickness (mm)?', 'spec: Thickness (mm)'])
})

test('Only specifications are read by name when the others are not guessed', () => {
  expect(readAs(['SKU', 'Type', 'Thickness'], false)).toEqual(['-', '-', 'spec: Thickness (mm)'])
})

test('A long heading takes no time', () => {
  expect(readAs(['('.repeat(1_000_000), `spec: ${'( '.repeat(500_000)}`])[0]).toBe('-')
})

test.each([
  ['mm', 'MM', true],
  ['in', 'inches', true],
  ['in.', 'IN', true],
  ['µm', 'μm', true],
  ['mm', 'cm', false],
  ['', 'mm', false],
])('%j and %j are one unit: %s', (one, other, same) => {
  expect(isSameUnit(one, other)).toBe(same)
})

test.each<[string, Record<string, string>, string[]]>([
  ['brakes', { 'spec: Thickness (mm)': '16.8', 'spec: Type': "'clear" }, ['1=16.8', '2=clear']],
  ['Brakes', { 'spec: Thickness (mm)': 'clear' }, ['1=']],
  ['Brakes', { 'spec: Type': "'-40" }, ['2=-40']],
  ['Brakes', { 'spec: Thickness (mm)': '16,8' }, ['Thickness is a number, such as 16.8, without its unit']],
  ['Brakes', { 'spec: Type': 'x'.repeat(300) }, ['Type: keep this to 100 characters']],
  ['Brakes', { 'spec: Type': 'a\u0000' }, ['This text has characters that cannot be stored']],
  [
    'Brakes',
    { 'spec: Thickness (in)': '1' },
    ['Brakes has Thickness in mm. Convert the values of Thickness (in), and correct the heading.'],
  ],
  [
    'Brakes',
    { 'spec: Length': '1' },
    [
      'Brakes has no specification Length. Add it in the dashboard (Specifications), or leave this cell blank.',
    ],
  ],
  ['Hoses', { 'spec: Length': '9' }, ['3=9']],
  [
    'Belts',
    { 'spec: Length': '9', 'spec: Length (mm)': '9' },
    ['4=9', 'Two columns have Length. Remove one.'],
  ],
  ['Belts', { 'spec: __proto__': 'x' }, ['6=x']],
  [
    '__proto__',
    { 'spec: Length': 'x' },
    [
      '__proto__ has no specification Length. Add it in the dashboard (Specifications), or leave this cell blank.',
    ],
  ],
  [
    '',
    { 'spec: Length': '1' },
    ['The part has no category, which its specifications depend on. Fill in its category.'],
  ],
])('of a part of %j, %j is read as %j', (category, cells, expected) => {
  const { values, problems } = readSpecifications({ line: 2, cells }, category, columns)
  expect([
    ...values.map(({ field: id, value }) => `${id}=${value}`),
    ...problems.map(({ message }) => message),
  ]).toEqual(expected)
})
