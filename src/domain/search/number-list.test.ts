import { expect, test } from 'vitest'
import { MAX_LIST_LINES, MAX_LIST_LENGTH, parseNumberList } from './number-list.ts'
import { normalizePartNumber } from './part-number.ts'

const likeliest = (line: string) => {
  const [first] = parseNumberList(line).lines[0]?.readings ?? []
  return first && [first.number, first.quantity]
}

test.each([
  ['DL-BRK-1042', 'DL-BRK-1042', 1],
  ['  DL-BRK-1042  ', 'DL-BRK-1042', 1],
  ['DL-BRK-1042 x4', 'DL-BRK-1042', 4],
  ['DL-BRK-1042 × 4', 'DL-BRK-1042', 4],
  ['DL-BRK-1042 X 12', 'DL-BRK-1042', 12],
  ['4 x DL-BRK-1042', 'DL-BRK-1042', 4],
  ['4× DL-BRK-1042', 'DL-BRK-1042', 4],
  ['DL-BRK-1042,4', 'DL-BRK-1042', 4],
  ['DL-BRK-1042; 4 pcs', 'DL-BRK-1042', 4],
  ['DL-BRK-1042\t4', 'DL-BRK-1042', 4],
  ['DL-BRK-1042 4 pieces', 'DL-BRK-1042', 4],
  ['DL-BRK-1042 \t 4', 'DL-BRK-1042', 4],
  ['"DL-BRK-1042","4"', 'DL-BRK-1042', 4],
  ['DL-BRK-1042 qty 4', 'DL-BRK-1042', 4],
  ['DL-BRK-1042 Qty: 4 pcs', 'DL-BRK-1042', 4],
  ['Peach', 'Peach', 1],
  [', 4', '', 4],
  ['0 986 494 123', '0 986 494 123', 1],
  ['0 986 494 123 x 2', '0 986 494 123', 2],
  ['31100-RNA-A01, 0', '31100-RNA-A01', 0],
  ['DL-BRK-1042 x 0', 'DL-BRK-1042', 0],
  ['DL-BRK-1042 x -3', 'DL-BRK-1042', 0],
  ['DL-BRK-1042 x 2.5', 'DL-BRK-1042', 0],
  ['DL-BRK-1042 x 1000000', 'DL-BRK-1042', 0],
  ['DL-BRK-1042 qty:12', 'DL-BRK-1042', 12],
  ['0 x DL-BRK-1042', 'DL-BRK-1042', 0],
  ['31100-RNA-A01, 99999', '31100-RNA-A01', 99_999],
  ['DL-BRK-1042, 1,000', 'DL-BRK-1042', 1000],
  ['DL-BRK-1042 x 1,000', 'DL-BRK-1042', 1000],
  ['DL-BRK-1042 100,000', 'DL-BRK-1042', 0],
  ['DL-BRK-1042 12,5', 'DL-BRK-1042', 0],
  ['DL-BRK-1042 x 12,5', 'DL-BRK-1042', 0],
  ['DL-BRK-1042 qty 12,5', 'DL-BRK-1042', 0],
  ['12,5 x DL-BRK-1042', 'DL-BRK-1042', 0],
])('%j means %s, %i times', (line, number, quantity) => {
  expect(likeliest(line)).toEqual([number, quantity])
})

test('a number at either end is a quantity only if the whole line is not a part number', () => {
  expect(parseNumberList('DL-BRK-1042 4').lines[0]?.readings.slice(0, 2)).toEqual([
    { number: 'DL-BRK-1042 4', quantity: 1 },
    { number: 'DL-BRK-1042', quantity: 4 },
  ])
  expect(parseNumberList('4 DL-BRK-1042').lines[0]?.readings.slice(0, 2)).toEqual([
    { number: '4 DL-BRK-1042', quantity: 1 },
    { number: 'DL-BRK-1042', quantity: 4 },
  ])
})

test('a list has one part per line, in order; blank lines do not count', () => {
  const { lines, isCut } = parseNumberList('A-1\r\n\n  \nB-2 x3\nA-1\n')
  expect(lines.map(({ text }) => text)).toEqual(['A-1', 'B-2 x3', 'A-1'])
  expect(isCut).toBe(false)
  expect(parseNumberList('  \n ')).toEqual({ lines: [], isCut: false })
})

test('a list that is too long is cut, with isCut set', () => {
  const list = (count: number) => Array.from({ length: count }, (_, at) => `A-${at}`).join('\n')
  expect(parseNumberList(list(MAX_LIST_LINES)).isCut).toBe(false)
  const cut = parseNumberList(list(MAX_LIST_LINES + 1))
  expect([cut.lines.length, cut.isCut]).toEqual([MAX_LIST_LINES, true])
  expect(parseNumberList('x'.repeat(MAX_LIST_LENGTH + 1)).isCut).toBe(true)
})

test.each([
  ['DL-FLT-4006\tSpin-On Oil Filter, M22\t12\t7.50', 12],
  ['DL-FLT-4006\tSpin-On Oil Filter\t12\t$7.50', 12],
  ['12\tDL-FLT-4006\tSpin-On Oil Filter', 12],
  ['Oil filter\tDL-FLT-4006\t3', 3],
  ['1. DL-FLT-4006 x 12', 12],
  ['2) DL-FLT-4006', 1],
  ['Part #DL-FLT-4006 qty: 12', 12],
  ['Part number: DL-FLT-4006, quantity 12', 12],
  ['2 sets DL-FLT-4006', 2],
  ['DL-FLT-4006, 10, for bay 3', 10],
  ['DL-FLT-4006;10;for bay 3', 10],
  ['oil filter DL-FLT-4006 x 5 for the van', 5],
  ['- DL-FLT-4006 (2 pcs)', 2],
  ['12 pcs of DL-FLT-4006', 12],
  ['P/N: DL-FLT-4006', 1],
  ['| DL-FLT-4006 | 4 | each |', 4],
  ['filter,DL-FLT-4006,0', 0],
])('%j is read as that number in some way', (line, quantity) => {
  const readings = parseNumberList(line).lines[0]?.readings ?? []
  const found = readings.find(({ number }) => normalizePartNumber(number) === 'DLFLT4006')
  expect(found?.quantity).toBe(quantity)
})
