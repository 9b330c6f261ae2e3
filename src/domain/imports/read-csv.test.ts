import { describe, expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const read = (text: string) => readCsv(Buffer.from(text), ['number', 'price'])
const codes = (text: string) => read(text).problems.map(({ line, code }) => `${line} ${code}`)

test.each([
  ['line feeds', '\n'],
  ['both', '\r\n'],
  ['carriage returns', '\r'],
])('lines end with %s, and are counted', (_, end) => {
  const { lines, problems } = read(['number,price', 'A,1', 'B', '"C\tc",3', ''].join(end))
  expect(lines).toEqual([
    { line: 2, cells: { number: 'A', price: '1' } },
    { line: 4, cells: { number: 'C\tc', price: '3' } },
  ])
  expect(problems).toMatchObject([{ line: 3, code: 'wrong_cells' }])
})

test('a byte order mark is no part of the first heading, and the names of objects are no columns', () => {
  expect(read('\uFEFFnumber,price,__proto__,constructor\nA,1,x,y\n')).toMatchObject({
    lines: [{ cells: { number: 'A', price: '1' } }],
    ignored: ['__proto__', 'constructor'],
    problems: [],
  })
})

describe('what is no table is not read to its end, nor named line by line:', () => {
  test('a million wrong lines', () => {
    const found = codes(`number,price\n${'x\n'.repeat(1_000_000)}`)
    expect(found).toHaveLength(1_001)
    expect(found.at(-1)).toBe('1001 wrong_cells')
  })
  test('a million blank lines', () => {
    expect(codes(`number,price\n${'\n'.repeat(1_000_001)}A,1\n`)).toEqual(['1000001 too_many_lines'])
  })
  test('a million columns', () => {
    expect(codes(`number,price${','.repeat(1_000_000)}\n`)).toEqual(['1 too_many_columns'])
    expect(codes(`number,price\nA,1${','.repeat(1_000_000)}\n`)).toEqual(['2 too_many_columns'])
  })
  test('more lines than a file may have', () => {
    const { lines, problems } = read(`number,price\n${'A,1\n'.repeat(250_001)}`)
    expect(lines).toHaveLength(250_000)
    expect(problems).toMatchObject([{ line: 250_002, code: 'too_many_lines' }])
  })
})
