import Papa from 'papaparse'
import type { ImportProblem } from './import-report.ts'

/** Most lines of one file; with the blank ones; and most columns. */
const MAX_LINES = 250_000
const MAX_ROWS = 1_000_000
const MAX_COLUMNS = 1_000
/** Lines with another number of cells that are named. A file with more of them is no table, and is not read any further. */
const MAX_WRONG = 1_000

/** The lines of a CSV file by their columns, without blank cells, and what is wrong with the file itself. */
export type CsvLines<Column extends string> = {
  lines: { line: number; cells: Partial<Record<Column, string>> }[]
  problems: ImportProblem[]
  /** Columns of the file that mean nothing to us. */
  ignored: string[]
  /** The headings of the file, in order, each with the column that it is read as, or null. */
  headings: { heading: string; column: Column | null }[]
}

/**
 * Reads a CSV file (RFC 4180, UTF-8; also with semicolons or tabs). The first line names the columns, in any order and case.
 * @param columns the known ones; the first must be there. `renamed`: other headings for them, heading → column; null leaves one out.
 */
export function readCsv<Column extends string>(
  bytes: Uint8Array,
  columns: readonly [Column, ...Column[]],
  renamed: ReadonlyMap<string, Column | null> = new Map(),
): CsvLines<Column> {
  const read = readText(bytes)
  if (typeof read !== 'string') return { lines: [], problems: [read], ignored: [], headings: [] }
  const text = read
  // Old spreadsheets end lines with a carriage return alone.
  const lineBreak = text.includes('\n') ? '\n' : '\r'
  const problems: ImportProblem[] = []
  const lines: CsvLines<Column>['lines'] = []
  const ignored: string[] = []
  const headings: CsvLines<Column>['headings'] = []
  let header: (Column | null)[] | null = null
  let line = 1
  let position = 0
  let rows = 0
  Papa.parse<string[]>(text, {
    delimiter: guessDelimiter(text),
    step({ data, errors, meta }, parser) {
      const first = line
      line += countLines(text, lineBreak, position, meta.cursor)
      position = meta.cursor
      const [error] = errors.filter(({ type }) => type === 'Quotes')
      if (error) {
        problems.push({
          line: first,
          code: 'broken_quotes',
          message: `${error.message}. Is the file complete?`,
        })
        return parser.abort()
      }
      rows += 1
      if (rows > MAX_ROWS) {
        problems.push({ line: first, code: 'too_many_lines', message: TOO_MANY_LINES })
        return parser.abort()
      }
      if (data.length > MAX_COLUMNS) {
        const message = `This line has ${data.length} cells. A file has at most ${MAX_COLUMNS} columns.`
        problems.push({ line: first, code: 'too_many_columns', message })
        return parser.abort()
      }
      const cells = data.map((cell) => cell.trim())
      if (cells.every((cell) => cell === '')) return
      if (header === null) {
        header = readHeader(cells, columns, renamed, problems)
        for (const [at, column] of header.entries()) {
          const heading = cells[at] ?? ''
          headings.push({ heading, column })
          if (column === null) ignored.push(heading)
        }
        if (problems.length > 0) parser.abort()
        return
      }
      if (cells.length !== header.length) {
        const message = `This line has ${cells.length} cells, but the first one names ${header.length} columns.`
        problems.push({ line: first, code: 'wrong_cells', message })
        if (problems.length < MAX_WRONG) return
        const more = `So many lines are like this that the file was not read any further.`
        problems.push({ line: first, code: 'wrong_cells', message: more })
        return parser.abort()
      }
      if (lines.length === MAX_LINES) {
        problems.push({ line: first, code: 'too_many_lines', message: TOO_MANY_LINES })
        return parser.abort()
      }
      const named = header.flatMap((column, at) =>
        column !== null && cells[at] ? [[column, cells[at]]] : [],
      )
      lines.push({ line: first, cells: Object.fromEntries(named) })
    },
  })
  if (header === null && problems.length === 0)
    problems.push({ line: 1, code: 'empty_file', message: 'The file is empty.' })
  return { lines, problems, ignored, headings }
}

const TOO_MANY_LINES = `A file has at most ${MAX_LINES} lines. Split it.`

/** By the first lines. Not while reading, where blank lines, which line numbers need, would mislead it. */
function guessDelimiter(text: string): string {
  return Papa.parse(text.slice(0, 64 * 1024), { preview: 10, skipEmptyLines: true }).meta.delimiter
}

/** The text of a file without the byte order mark that spreadsheets write, or what it is instead. */
function readText(bytes: Uint8Array): string | ImportProblem {
  const [first, second] = bytes
  if (bytes.includes(0) && !(first === 0xff && second === 0xfe) && !(first === 0xfe && second === 0xff))
    return {
      line: 1,
      code: 'not_text',
      message: 'The file is no text: it has NUL bytes. A spreadsheet has to be saved as "CSV UTF-8".',
    }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const message = 'The file is not UTF-8 text. Save it as "CSV UTF-8" and run this again.'
    return { line: 1, code: 'wrong_encoding', message }
  }
}

function readHeader<Column extends string>(
  cells: readonly string[],
  columns: readonly [Column, ...Column[]],
  renamed: ReadonlyMap<string, Column | null>,
  problems: ImportProblem[],
): (Column | null)[] {
  const same = (heading: string) => heading.toLowerCase()
  const known = new Map<string, Column | null>([
    ...columns.map((column) => [same(column), column] as const),
    ...[...renamed].map(([heading, column]) => [same(heading), column] as const),
  ])
  const header = cells.map((cell) => known.get(same(cell)) ?? null)
  for (const [at, column] of header.entries()) {
    if (column !== null && header.indexOf(column) !== at)
      problems.push({
        line: 1,
        code: 'duplicate_column',
        field: column,
        message: `Two columns are ${column}.`,
      })
  }
  const [required] = columns
  if (!header.includes(required)) {
    const message = `The first line names no column ${required}. Name it, or say which of the columns it is (command line: --columns "theirs=${required}").`
    problems.push({ line: 1, code: 'missing_column', field: required, message })
  }
  return header
}

/** Line breaks of a text between two positions. */
function countLines(text: string, lineBreak: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf(lineBreak, from); at !== -1 && at < to; at = text.indexOf(lineBreak, at + 1))
    count += 1
  return count
}
