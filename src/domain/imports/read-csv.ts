import Papa from 'papaparse'
import { formatCount } from '../shared/format-count.ts'
import { countLines, utf8Lines } from './count-lines.ts'
import type { ImportProblem } from './import-report.ts'
import type { LineCells } from './read-cells.ts'

/** Limits of one file: lines with cells, all lines, and columns. */
const MAX_LINES = 250_000
const MAX_ROWS = 1_000_000
const MAX_COLUMNS = 1_000
/** Reported lines with a wrong number of cells. A file with more is not a table: reading stops. */
const MAX_WRONG = 1_000
/**
 * Characters of one line with its line breaks in quotes: an unclosed quote makes all that follows one line.
 */
const MAX_LINE = 1_000_000
/** Characters used to detect line breaks and the separator. */
const HEAD = 64 * 1024

/** A CSV file. Its other fields are complete once `lines` has been read. */
export type CsvFile<Column extends string> = {
  /** In chunks. Can be read once. */
  lines: AsyncIterable<LineCells<Column>[]>
  /** Problems of the file itself. */
  problems: ImportProblem[]
  /** Columns of the file that are unknown. */
  ignored: string[]
  /** The headings of the file, in order, each with the column it is read as, or null. */
  headings: { heading: string; column: Column | null }[]
}

/**
 * Reads a CSV file (RFC 4180, UTF-8; also with semicolons or tabs), with one chunk in memory. The first line
 * has the column names, in any order and case.
 * @param columns the known ones; the first is required. `renamed`: other headings for them, heading → column;
 * null ignores a heading. Without it, columns cannot be renamed.
 */
export function readCsv<Column extends string>(
  chunks: AsyncIterable<Uint8Array>,
  columns: readonly [Column, ...Column[]],
  renamed?: ReadonlyMap<string, Column | null>,
): CsvFile<Column> {
  const file: Omit<CsvFile<Column>, 'lines'> = { problems: [], ignored: [], headings: [] }
  return { ...file, lines: readLines(chunks, columns, renamed, file) }
}

/** Reads a complete CSV file. */
export async function readWholeCsv<Column extends string>(
  chunks: AsyncIterable<Uint8Array>,
  columns: readonly [Column, ...Column[]],
): Promise<Omit<CsvFile<Column>, 'lines'> & { lines: LineCells<Column>[] }> {
  const file = readCsv(chunks, columns)
  const lines: LineCells<Column>[] = []
  for await (const batch of file.lines) lines.push(...batch)
  return { ...file, lines }
}

async function* readLines<Column extends string>(
  chunks: AsyncIterable<Uint8Array>,
  columns: readonly [Column, ...Column[]],
  renamed: ReadonlyMap<string, Column | null> | undefined,
  { problems, ignored, headings }: Omit<CsvFile<Column>, 'lines'>,
): AsyncGenerator<LineCells<Column>[]> {
  let header: (Column | null)[] | null = null
  let lines: LineCells<Column>[] = []
  let count = 0
  let rows = 0
  let ended = false
  const end = (problem: ImportProblem) => {
    problems.push(problem)
    ended = true
  }
  const readRow = (data: readonly string[], line: number) => {
    rows += 1
    if (rows > MAX_ROWS) return end({ line, code: 'too_many_lines', message: TOO_MANY_LINES })
    if (data.length > MAX_COLUMNS) {
      const message = `This line has ${formatCount(data.length)} cells. A file has at most ${formatCount(MAX_COLUMNS)} columns.`
      return end({ line, code: 'too_many_columns', message })
    }
    const cells = data.map((cell) => cell.trim())
    if (cells.every((cell) => cell === '')) return
    if (header === null) {
      header = readHeader({ line, cells }, columns, renamed, problems)
      for (const [at, column] of header.entries()) {
        const heading = cells[at] ?? ''
        headings.push({ heading, column })
        if (column === null) ignored.push(heading)
      }
      ended = problems.length > 0
      return
    }
    if (cells.length !== header.length) {
      const message = `This line has ${cells.length} cells, but there are ${header.length} headings. Put quotes around texts with the separator in them.`
      problems.push({ line, code: 'wrong_cells', message })
      if (problems.length < MAX_WRONG) return
      const more = `The file was not read any further: ${formatCount(MAX_WRONG)} lines do not have as many cells as there are headings.`
      return end({ line, code: 'wrong_cells', message: more })
    }
    if (count === MAX_LINES) return end({ line, code: 'too_many_lines', message: TOO_MANY_LINES })
    count += 1
    const entries = header.flatMap((column, at) =>
      column !== null && cells[at] ? [[column, cells[at]]] : [],
    )
    lines.push({ line, cells: Object.fromEntries(entries) })
  }

  const parser = createParser((cells, line) => {
    readRow(cells, line)
    return !ended
  }, end)
  const decoder = createDecoder()
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk)
    if (typeof text !== 'string') {
      // Its line is where reading stopped.
      end({ ...text, line: parser.line() + text.line })
      break
    }
    parser.read(text, false)
    if (lines.length > 0) yield lines
    lines = []
    if (ended) return
  }
  if (!ended) {
    const rest = decoder.end()
    if (typeof rest === 'string') parser.read(rest, true)
    else end({ ...rest, line: parser.line() + rest.line })
  }
  if (lines.length > 0) yield lines
  if (header === null && problems.length === 0)
    problems.push({ line: 1, code: 'empty_file', message: 'The file is empty.' })
}

const TOO_MANY_LINES = `A file has at most ${formatCount(MAX_LINES)} lines. Split it into several files.`

/**
 * Passes each complete line of a text that comes in chunks to `onRow`, until that returns false, and its
 * first problem to `onProblem`.
 */
function createParser(
  onRow: (cells: readonly string[], line: number) => boolean,
  onProblem: (problem: ImportProblem) => void,
): {
  read(text: string, isLast: boolean): void
  /** The number of the next line. */
  line(): number
} {
  let rest = ''
  let line = 1
  let ended = false
  let format: Format | null = null
  return {
    line: () => line + countLines(rest),
    read(text, isLast) {
      rest += text
      if (ended || (format === null && rest.length < HEAD && !isLast)) return
      format ??= guessFormat(rest)
      const lineBreak = format.newline
      /** The end of the lines that were passed on. */
      let done = 0
      let pending: { cells: string[]; error: string | undefined; end: number } | null = null
      const next = () => {
        if (!pending) return
        const { cells, error, end } = pending
        const first = line
        line += countLines(rest, lineBreak, done, end)
        done = end
        if (error === undefined) {
          ended = !onRow(cells, first)
          return
        }
        ended = true
        onProblem({
          line: first,
          code: 'broken_quotes',
          message: error === 'InvalidQuotes' ? BAD_QUOTE : NO_CLOSING_QUOTE,
        })
      }
      Papa.parse<string[]>(rest, {
        ...format,
        step({ data, errors, meta }, papa) {
          // The last line may be incomplete until the next one begins.
          next()
          const error = errors.find(({ type }) => type === 'Quotes')?.code
          pending = { cells: data, error, end: meta.cursor }
          if (ended) papa.abort()
        },
      })
      if (ended) return
      if (isLast) return next()
      rest = rest.slice(done)
      if (rest.length <= MAX_LINE) return
      ended = true
      const message = `This line has more than ${formatCount(MAX_LINE)} characters. Is a closing quote missing?`
      onProblem({ line, code: 'broken_quotes', message })
    },
  }
}

type Format = { delimiter: string; newline: '\n' | '\r' }

/**
 * Detects the format from the first lines. Not while reading: blank lines, which line numbers need, would
 * mislead it. The CR of CR LF counts as white space at the end of a cell, since files that were pasted
 * together have both line ends.
 */
function guessFormat(text: string): Format {
  const head = text.slice(0, HEAD)
  const { delimiter } = Papa.parse(head, { preview: 10, skipEmptyLines: true }).meta
  return { delimiter, newline: head.includes('\r') && !head.includes('\n') ? '\r' : '\n' }
}

type Decoded = string | ImportProblem

/** The problem if the first bytes show another kind of file. */
function otherFile(chunk: Uint8Array): ImportProblem | null {
  const begins = (...bytes: number[]) => bytes.every((byte, at) => chunk[at] === byte)
  if (begins(0x50, 0x4b, 3, 4)) return { line: 0, code: 'not_text', message: NOT_CSV }
  if (begins(0x1f, 0x8b)) return { line: 0, code: 'not_text', message: NOT_UNPACKED }
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) return { line: 0, code: 'wrong_encoding', message: UTF_16 }
  const start = Buffer.from(chunk.subarray(0, 200)).toString('latin1').replace('ï»¿', '').trimStart()
  return start.startsWith('<') ? { line: 0, code: 'not_csv', message: NOT_XML } : null
}

/**
 * Decodes a file without its byte order mark. Returns a problem for anything but UTF-8 text, with the line
 * counted within the chunk.
 */
function createDecoder(): { decode(chunk: Uint8Array): Decoded; end(): Decoded } {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  const decode = (chunk?: Uint8Array): Decoded => {
    try {
      return chunk ? strict.decode(chunk, { stream: true }) : strict.decode()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return { line: chunk ? utf8Lines(chunk) : 0, code: 'wrong_encoding', message: NOT_UTF_8 }
    }
  }
  return {
    decode(chunk) {
      const other = isFirst ? otherFile(chunk) : null
      isFirst = false
      return other ?? (chunk.includes(0) ? { line: 0, code: 'not_text', message: NOT_TEXT } : decode(chunk))
    },
    end: decode,
  }
}

const NO_CLOSING_QUOTE =
  'A text in quotes begins in this line and does not end: its closing quote is missing. Is the file complete?'
const BAD_QUOTE = 'A text in quotes has a quote in it. Write such a quote twice ("").'
const NOT_CSV =
  'This is a spreadsheet or an archive, not a CSV file. Open it in the spreadsheet program, and save it as "CSV UTF-8".'
const NOT_UNPACKED = 'This file is compressed (gzip). Unpack it, and import the file in it.'
const UTF_16 =
  'This file is UTF-16 text, which spreadsheet programs call "Unicode". Save it as "CSV UTF-8" and import it again.'
const NOT_XML =
  'This is an XML or HTML file, not a CSV file. Choose ACES or PIES for such a file; save a web page as "CSV UTF-8" first.'
const NOT_TEXT = 'The file has NUL bytes, so it is not text. Save a spreadsheet as "CSV UTF-8".'
const NOT_UTF_8 = 'The file is not UTF-8 text from this line on. Save it as "CSV UTF-8" and import it again.'

function readHeader<Column extends string>(
  { line, cells }: { line: number; cells: readonly string[] },
  columns: readonly [Column, ...Column[]],
  renamed: ReadonlyMap<string, Column | null> | undefined,
  problems: ImportProblem[],
): (Column | null)[] {
  const same = (heading: string) => heading.toLowerCase()
  const columnOf = new Map<string, Column | null>([
    ...columns.map((column) => [same(column), column] as const),
    ...[...(renamed ?? [])].map(([heading, column]) => [same(heading), column] as const),
  ])
  const header = cells.map((cell) => columnOf.get(same(cell)) ?? null)
  for (const [at, column] of header.entries()) {
    if (column !== null && header.indexOf(column) !== at)
      problems.push({
        line,
        code: 'duplicate_column',
        field: column,
        message: `Two columns have the heading ${column}. Remove one, or rename it.`,
      })
  }
  const [required] = columns
  if (!header.includes(required)) {
    const choice = `, or choose which column it is (command line: --columns "theirs=${required}")`
    const message = `The headings have no ${required}. Add it${renamed ? choice : ''}.`
    problems.push({ line, code: 'missing_column', field: required, message })
  }
  return header
}
