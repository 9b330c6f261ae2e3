import { readFile, stat } from 'node:fs/promises'
import Papa from 'papaparse'
import type { ImportProblem } from '#domain/imports/import-report.ts'
import { CommandRefused } from './store-database.ts'

/** Largest file, in bytes; a larger one is split. */
const MAX_BYTES = 200 * 2 ** 20
/** Most lines of one file. */
const MAX_LINES = 250_000

/** The lines of a CSV file by their columns, without blank cells, and what is wrong with the file itself. */
export type CsvLines<Column extends string> = {
  lines: { line: number; cells: Partial<Record<Column, string>> }[]
  problems: ImportProblem[]
  /** Columns of the file that mean nothing to us. */
  ignored: string[]
}

/**
 * Reads a CSV file (RFC 4180, UTF-8; also with semicolons or tabs). The first line names the columns, in any order and case.
 * @param columns the known ones; the first must be there. `renamed`: other headings for them, heading → column.
 * @throws CommandRefused when there is no such file, or it is too large or not UTF-8.
 */
export async function readCsv<Column extends string>(
  file: string,
  columns: readonly [Column, ...Column[]],
  renamed: ReadonlyMap<string, Column>,
): Promise<CsvLines<Column>> {
  const text = await readText(file)
  const problems: ImportProblem[] = []
  const lines: CsvLines<Column>['lines'] = []
  const ignored: string[] = []
  let header: (Column | null)[] | null = null
  let line = 1
  let position = 0
  Papa.parse<string[]>(text, {
    delimiter: guessDelimiter(text),
    step({ data, errors, meta }, parser) {
      const first = line
      line += countLines(text, position, meta.cursor)
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
      const cells = data.map((cell) => cell.trim())
      if (cells.every((cell) => cell === '')) return
      if (header === null) {
        header = readHeader(cells, columns, renamed, problems, ignored)
        if (problems.length > 0) parser.abort()
        return
      }
      if (cells.length !== header.length) {
        const message = `This line has ${cells.length} cells, but the first one names ${header.length} columns.`
        problems.push({ line: first, code: 'wrong_cells', message })
        return
      }
      if (lines.length === MAX_LINES) {
        problems.push({
          line: first,
          code: 'too_many_lines',
          message: `A file has at most ${MAX_LINES} lines. Split it.`,
        })
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
  return { lines, problems, ignored }
}

/** By the first lines. Not while reading, where blank lines, which line numbers need, would mislead it. */
function guessDelimiter(text: string): string {
  return Papa.parse(text.slice(0, 64 * 1024), { preview: 10, skipEmptyLines: true }).meta.delimiter
}

async function readText(file: string): Promise<string> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new CommandRefused(`There is no file ${file}.`)
  if (found.size > MAX_BYTES)
    throw new CommandRefused(`${file} is larger than ${MAX_BYTES / 2 ** 20} MB. Split it into several files.`)
  try {
    // Also removes the byte order mark that spreadsheets write.
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandRefused(`${file} is not UTF-8 text. Save it as "CSV UTF-8" and run this again.`)
  }
}

function readHeader<Column extends string>(
  cells: readonly string[],
  columns: readonly [Column, ...Column[]],
  renamed: ReadonlyMap<string, Column>,
  problems: ImportProblem[],
  ignored: string[],
): (Column | null)[] {
  const same = (heading: string) => heading.toLowerCase()
  const known = new Map<string, Column>([
    ...columns.map((column) => [same(column), column] as const),
    ...[...renamed].map(([heading, column]) => [same(heading), column] as const),
  ])
  const header = cells.map((cell) => known.get(same(cell)) ?? null)
  for (const [at, column] of header.entries()) {
    if (column === null) ignored.push(cells[at] ?? '')
    else if (header.indexOf(column) !== at)
      problems.push({
        line: 1,
        code: 'duplicate_column',
        field: column,
        message: `Two columns are ${column}.`,
      })
  }
  const [required] = columns
  if (!header.includes(required)) {
    const message = `The first line names no column ${required}. Name it, or say which one it is: --columns "theirs=${required}".`
    problems.push({ line: 1, code: 'missing_column', field: required, message })
  }
  return header
}

/** Line breaks of a text between two positions. */
function countLines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
