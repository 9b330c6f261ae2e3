import { describe, expect, test } from 'vitest'
import { inChunks } from './in-chunks.ts'
import { type CsvFile, readCsv, readWholeCsv } from './read-csv.ts'

const read = (text: string | Uint8Array) => readWholeCsv(inChunks(Buffer.from(text)), ['number', 'price'])
const codes = async (text: string | Uint8Array) =>
  (await read(text)).problems.map(({ line, code }) => `${line} ${code}`)

async function collect({ lines }: CsvFile<'number' | 'price'>) {
  const all = []
  for await (const batch of lines) all.push(...batch)
  return all
}

test.each([
  ['line feeds', '\n'],
  ['both', '\r\n'],
  ['carriage returns', '\r'],
])('lines end with %s, and are counted', async (_, end) => {
  const { lines, problems } = await read(['number,price', 'A,1', 'B,2,x', '"C\tc",3', ''].join(end))
  expect(lines).toEqual([
    { line: 2, cells: { number: 'A', price: '1' } },
    { line: 4, cells: { number: 'C\tc', price: '3' } },
  ])
  expect(problems).toMatchObject([{ line: 3, code: 'wrong_cells' }])
})

test('ignores a byte order mark, and takes no names of object properties for columns', async () => {
  expect(await read('\uFEFFnumber,price,__proto__,constructor\nA,1,x,y\n')).toMatchObject({
    lines: [{ cells: { number: 'A', price: '1' } }],
    ignored: ['__proto__', 'constructor'],
    problems: [],
  })
})

describe('what spreadsheet programs do to a table is read:', () => {
  const AB = [{ cells: { number: 'A', price: '1' } }, { cells: { number: 'B' } }]
  const FORMS = [
    'number,price\nA,1\nB\n',
    'number,price,,\nA,1,,\n,,,\nB\n',
    ',number,price,\n1,A,1\n2,B,,,,\n',
  ]
  test.each(FORMS)('short lines, and blank cells too many: %j', async (text) => {
    const found = await read(text)
    expect(found).toMatchObject({ lines: AB, problems: [], ignored: [] })
    expect(found.headings.at(-1)).toEqual({ heading: 'price', column: 'price' })
    for (const separator of [';', '\t', '|']) {
      const separated = await read(text.replaceAll(',', separator))
      expect(separated).toMatchObject({ lines: AB, problems: [] })
    }
  })
  test.each([',', ';', '\t', '|'])('a first line that declares the separator: %j', async (separator) => {
    const table = `number,price\n"A",1\n`.replaceAll(',', separator)
    for (const first of [
      `sep=${separator}\n`,
      `SEP=${separator}\r\n`,
      `\uFEFF"sep=${separator}"\r\n`,
      `sep=${separator},,\r`,
    ]) {
      const end = first.endsWith('\r') ? '\r' : '\n'
      const found = await read(first + table.replaceAll('\n', end))
      expect(found).toMatchObject({ lines: [{ line: 3, cells: { number: 'A', price: '1' } }], problems: [] })
    }
  })
  test('short lines with texts full of other separators', async () => {
    const { lines } = await read('number;name;price;more\nA;"a, b, c"\nB;d, e, f, g\nC;h, i, j, k;1\n')
    expect(lines).toMatchObject([
      { cells: { number: 'A' } },
      { cells: { number: 'B' } },
      { cells: { price: '1' } },
    ])
  })
  test('a cell beyond the last heading is refused', async () => {
    for (const text of ['number,price\nA,1,x\n', 'number,price,\nA,1,x\n', 'number,price\nA,1,,,x\n'])
      expect(await codes(text)).toEqual(['2 wrong_cells'])
  })
})

test('offers to choose a missing column only if columns can be chosen', async () => {
  expect((await read('price\n1\n')).problems).toMatchObject([
    { message: 'The headings have no number. Add it.' },
  ])
  const chosen = readCsv(inChunks(Buffer.from('price\n1\n')), ['number', 'price'], {})
  await collect(chosen)
  expect(chosen.problems).toMatchObject([{ message: expect.stringContaining('or choose which column') }])
})

test.each([
  ['in their order', { Text: 'price' }, { text: null }, ['number', null, 'price', null, null]],
  [
    'the last one for all others',
    { Text: null },
    { Text: 'price' },
    ['number', null, null, 'price', 'price'],
  ],
  ['also without a heading', { '': 'price' }, {}, ['number', 'price', null, null, null]],
  [
    'before the columns’ own names',
    { number: null },
    { Text: 'number' },
    [null, null, 'number', 'number', 'number'],
  ],
] as const)('columns with the same heading are chosen %s', async (_, first, second, columns) => {
  const chosen = [...Object.entries(first), ...Object.entries(second)].map(([heading, column]) => ({
    heading,
    column,
  }))
  const bytes = inChunks(Buffer.from('number,,Text,text,TEXT,,\n1,2,3,4,5,6,\n'))
  const file = readCsv(bytes, ['number', 'price'], { chosen })
  await collect(file)
  expect(file.headings.map(({ column }) => column)).toEqual(columns)
})

test('one choice for a repeated heading is that of each of its columns', async () => {
  const chosen = [{ heading: 'Text', column: 'price' as const }]
  const file = readCsv(inChunks(Buffer.from('number,Text,Text\n1,2,3\n')), ['number', 'price'], { chosen })
  await collect(file)
  expect(file.problems).toMatchObject([
    { code: 'duplicate_column', field: 'price', message: expect.stringContaining('choose another column') },
  ])
})

describe('a file that is not a table is not read completely, nor reported line by line:', () => {
  test('a file of a million wrong lines is refused early', async () => {
    const found = await codes(`number,price\n${'x,1,y\n'.repeat(1_000_000)}`)
    expect(found).toHaveLength(1_001)
    expect(found.at(-1)).toBe('1001 too_many_wrong_lines')
  })
  test('a file of a million blank lines is refused early', async () => {
    expect(await codes(`number,price\n${'\n'.repeat(1_000_001)}A,1\n`)).toEqual(['1000001 too_many_lines'])
  })
  test('a file of a million columns is refused early', async () => {
    expect(await codes(`number,price${','.repeat(1_000_000)}\n`)).toEqual(['1 too_many_columns'])
    expect(await codes(`number,price\nA,1${','.repeat(1_000_000)}\n`)).toEqual(['2 too_many_columns'])
  })
  test('a file with too many lines is refused at the first extra one', async () => {
    const { lines, problems } = await read(`number,price\n${'A,1\n'.repeat(250_001)}`)
    expect(lines).toHaveLength(250_000)
    expect(problems).toMatchObject([{ line: 250_002, code: 'too_many_lines' }])
  })
})

test('a file is read the same in chunks of any size', async () => {
  const text = `number;price\r\n"A;""1""\r\nsecond line";1\r\n\r\nÄ-2;"2" \r\nB;3;4\r\n"C";5`
  async function* chunks(size: number) {
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
  }
  // Longer than the part used to detect the separator.
  const long = (size: number) =>
    readCsv(
      (async function* () {
        yield Buffer.from(`number;price\r\n${'X;1\r\n'.repeat(20_000)}`)
        yield* chunks(size)
      })(),
      ['number', 'price'],
    )
  for (const open of [(size: number) => readCsv(chunks(size), ['number', 'price']), long]) {
    const whole = open(1_000)
    const lines = await collect(whole)
    expect(lines.slice(-3)).toMatchObject([
      { cells: { number: 'A;"1"\r\nsecond line', price: '1' } },
      { cells: { number: 'Ä-2', price: '2' } },
      { cells: { number: 'C', price: '5' } },
    ])
    for (const size of [1, 2, 3, 7]) {
      const file = open(size)
      expect(await collect(file)).toEqual(lines)
      expect(file.problems).toEqual(whole.problems)
    }
  }
})

test('reports the line that is not UTF-8, or where the text ends', async () => {
  const lines = (count: number) => Buffer.from(`number,price\n${'Ä,1\n'.repeat(count)}`)
  const latin1 = Buffer.from([0xe4, 0x2c, 0x31, 0x0a])
  for (const count of [0, 3, 100_000]) {
    expect(await codes(Buffer.concat([lines(count), latin1]))).toEqual([`${count + 2} wrong_encoding`])
    expect(await codes(Buffer.concat([lines(count), Buffer.from('Ä').subarray(0, 1)]))).toEqual([
      `${count + 2} wrong_encoding`,
    ])
  }
})

test('counts lines that end with carriage returns up to the one that is not UTF-8', async () => {
  const bytes = Buffer.concat([Buffer.from('number,price\rA,1\r'), Buffer.from([0xe4, 0x2c, 0x31])])
  expect(await codes(bytes)).toEqual(['3 wrong_encoding'])
})

test('distinguishes a workbook from text, and a missing quote from an extra one', async () => {
  const messageOf = async (text: string | Uint8Array) =>
    (await read(text)).problems.map(({ message }) => message)
  const workbook = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(100)])
  expect(await messageOf(workbook)).toEqual([expect.stringContaining('This is a spreadsheet')])
  expect(await messageOf('number,price\nA,"1\nB,2\n')).toEqual([
    expect.stringContaining('closing quote is missing'),
  ])
  expect(await messageOf('number,price\n"A"a",1\n')).toEqual([expect.stringContaining('quote twice')])
})

test.each([
  'number,price\nA, "1"\n',
  'number,price\nA, "1, 2"\n',
  'number,price\nA,\t"1\n2"\n',
  'number;price\n "A";1\n',
  'number\tprice\nA\t "1"\n',
  'number,price\nA, "1" each\n',
])('refuses a space before a quote, which would split a text or keep its quotes: %j', async (text) => {
  const { lines, problems } = await read(text)
  expect(lines).toEqual([])
  expect(problems).toMatchObject([
    { line: 2, code: 'broken_quotes', message: expect.stringContaining('space stands before') },
  ])
})

test.each([
  ['A, 1', '1'],
  ['A,12" rotor', '12" rotor'],
  ['A, 12" rotor ', '12" rotor'],
  ['A,"1" ', '1'],
  ['A," ""1"" each"', '"1" each'],
  ['A,"so, ""1"""', 'so, "1"'],
])('reads quotes and spaces elsewhere: %j', async (line, price) => {
  expect(await read(`number,price\n${line}\n`)).toMatchObject({ lines: [{ cells: { price } }], problems: [] })
})

test('detects an unclosed quote before the whole file is in memory', async () => {
  let read = 0
  async function* chunks() {
    yield Buffer.from('number,price\nA,1\n"B,2\n')
    for (; read < 1_000; read += 1) yield Buffer.from('C,3\n'.repeat(16_000))
  }
  const file = readCsv(chunks(), ['number', 'price'])
  expect(await collect(file)).toEqual([{ line: 2, cells: { number: 'A', price: '1' } }])
  expect(file.problems).toMatchObject([{ line: 3, code: 'broken_quotes' }])
  expect(read).toBeLessThan(100)
})
