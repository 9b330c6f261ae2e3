import Papa, { type ParseStepResult } from 'papaparse'
import { formatCount } from '../shared/format-count.ts'
import { countLines, lineBreakOf } from './count-lines.ts'
import { type OtherHeadings, type ReadHeading, readHeader } from './csv-header.ts'
import { decodeText, firstCharacters, isGzip, isUtf16, isZip } from './decode-text.ts'
import type { ImportProblem } from './import-report.ts'
import type { LineCells } from './read-cells.ts'
import { UnreadableFileError } from './unreadable-file.ts'

/** Lines with cells, without the headings. */
const MAX_LINES = 250_000
/** All lines, blank ones included. */
const MAX_ROWS = 1_000_000
const MAX_COLUMNS = 1_000
/** Lines with a wrong number of cells. A file with more is not a table: reading stops. */
const MAX_WRONG_LINES = 1_000
/** Includes line breaks in quotes: an unclosed quote makes all that follows one line. */
const MAX_LINE_CHARACTERS = 1_000_000
/** The first lines that are shown over the columns. */
const SAMPLES = 5
const MAX_SAMPLE_LENGTH = 80
/** Characters used to detect line breaks and the separator. */
const HEAD_CHARACTERS = 64 * 1024

/** A CSV file. Its other fields are complete once `lines` has been read. */
export type CsvFile<Column extends string> = {
  /** In chunks. Can be read once. */
  lines: AsyncIterable<LineCells<Column>[]>
  /** Problems of the file itself. */
  problems: ImportProblem[]
  /** Columns of the file that are unknown. */
  ignored: string[]
  /**
   * The headings up to the last one that is not blank, each with the column it is read as, or null.
   * `guessed`: it is not the column's own name; `unsure`: a column that it may be, but is not read as.
   */
  headings: ({ heading: string } & ReadHeading<Column>)[]
  /** The cells of the first lines, cut to MAX_SAMPLE_LENGTH characters. */
  samples: string[][]
}

/**
 * Reads a CSV file (RFC 4180, UTF-8; also with semicolons or tabs), with one chunk in memory. The first line
 * has the column names, in any order and case; before it there may be "sep=;". Blank last cells may be
 * missing, and lines may have blank ones too many.
 * @param columns the known ones; the first is required. `other`: other headings for them. Without it, columns
 * cannot be renamed.
 */
export function readCsv<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: readonly [Column, ...Column[]],
  other?: OtherHeadings<Column>,
): CsvFile<Column> {
  const file: Omit<CsvFile<Column>, 'lines'> = { problems: [], ignored: [], headings: [], samples: [] }
  return { ...file, lines: readLines(bytes, columns, other, file) }
}

export async function readWholeCsv<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: readonly [Column, ...Column[]],
): Promise<Omit<CsvFile<Column>, 'lines'> & { lines: LineCells<Column>[] }> {
  const file = readCsv(bytes, columns)
  const lines: LineCells<Column>[] = []
  for await (const batch of file.lines) lines.push(...batch)
  return { ...file, lines }
}

async function* readLines<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: readonly [Column, ...Column[]],
  other: OtherHeadings<Column> | undefined,
  { problems, ignored, headings, samples }: Omit<CsvFile<Column>, 'lines'>,
): AsyncGenerator<LineCells<Column>[]> {
  let header: (Column | null)[] | null = null
  /** The columns up to the last one with a heading. */
  let width = 0
  let isTable = false
  let lines: LineCells<Column>[] = []
  let lineCount = 0
  let rowCount = 0
  try {
    for await (const rows of readRows(decodeText(bytes, CSV_FILE))) {
      for (const { line, cells, quoteProblem } of rows) {
        rowCount += 1
        if (quoteProblem) throw new UnreadableFileError(line, 'broken_quotes', quoteProblem)
        if (rowCount > MAX_ROWS) throw new UnreadableFileError(line, 'too_many_lines', TOO_MANY_LINES)
        if (cells.length > MAX_COLUMNS) {
          const message = `This line has ${formatCount(cells.length)} cells. A file has at most ${formatCount(MAX_COLUMNS)} columns.`
          throw new UnreadableFileError(line, 'too_many_columns', message)
        }
        if (cells.every((cell) => cell === '')) continue
        if (header === null) {
          const found = readHeader({ line, cells }, columns, other, problems)
          header = found.map(({ column }) => column)
          for (const [at, read] of found.entries()) {
            const { column } = read
            const heading = cells[at] ?? ''
            headings.push({ heading, ...read })
            if (column === null && heading !== '') ignored.push(heading)
            if (column !== null || heading !== '') width = at + 1
          }
          headings.splice(width)
          isTable = problems.length === 0
          continue
        }
        if (samples.length < SAMPLES)
          samples.push(cells.slice(0, width).map((cell) => cell.slice(0, MAX_SAMPLE_LENGTH)))
        if (!isTable) {
          // Read on for the samples, by which its columns are chosen.
          if (samples.length === SAMPLES) return
        } else if (cells.slice(width).some((cell) => cell !== '')) {
          const filled = cells.findLastIndex((cell) => cell !== '') + 1
          const message = `This line has ${filled} cells, but there are ${width} headings. Put quotes around texts with the separator in them.`
          problems.push({ line, code: 'wrong_cells', message })
          if (problems.length === MAX_WRONG_LINES)
            throw new UnreadableFileError(line, 'too_many_wrong_lines', TOO_MANY_WRONG_LINES)
        } else {
          lineCount += 1
          if (lineCount > MAX_LINES) throw new UnreadableFileError(line, 'too_many_lines', TOO_MANY_LINES)
          const entries = header.flatMap((column, at) =>
            column !== null && cells[at] ? [[column, cells[at]]] : [],
          )
          lines.push({ line, cells: Object.fromEntries(entries) })
        }
      }
      if (lines.length > 0) yield lines
      lines = []
    }
    if (header === null) throw new UnreadableFileError(1, 'empty_file', 'The file is empty.')
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    problems.push(error.problem)
  }
  if (lines.length > 0) yield lines
}

/** The cells of all lines of a file as they are, the headings first, with the number of each line. */
export async function* readCsvRows(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; cells: string[] }[]> {
  yield* readRows(decodeText(bytes, CSV_FILE))
}

/** Whether such a problem of a file concerns its line only: the others can be imported without it. */
export const isOfOneLine = ({ code }: ImportProblem) => code === 'wrong_cells'

/** A line of a file, which is several if a quoted text has line breaks. `quoteProblem` is a message. */
type Row = { line: number; cells: string[]; quoteProblem: string | undefined }

/**
 * The lines of a text, in the chunks in which it arrives. The separator is the one of the headings: other
 * lines may be short, or full of texts with other separators. The CR of CR LF counts as white space at the
 * end of a cell, since files that were pasted together have both line ends.
 */
async function* readRows(text: AsyncIterable<string>): AsyncGenerator<Row[]> {
  let rest = ''
  let line = 1
  let format: { delimiter: string; newline: '\n' | '\r' } | null = null
  const parseRest = (isLast: boolean) => {
    if (format === null) {
      const [declaration = '', declared] = SEPARATOR_LINE.exec(rest) ?? []
      if (declared !== undefined) line += 1
      rest = rest.slice(declaration.length)
      const head = rest.slice(0, HEAD_CHARACTERS)
      format = { delimiter: declared ?? separatorOf(head), newline: lineBreakOf(head) }
    }
    const { newline } = format
    const rows: Row[] = []
    let end = 0
    const step = ({ data: [cells = []], errors: [error], meta: { cursor } }: ParseStepResult<string[][]>) => {
      const quoteProblem = error
        ? QUOTE_PROBLEMS[error.code === 'InvalidQuotes' ? 'inside' : 'open']
        : findSpaceBeforeQuote(cells, () => rest.slice(end, cursor))
      rows.push({ line, cells: cells.map((cell) => cell.trim()), quoteProblem })
      line += countLines(rest, newline, end, cursor)
      end = cursor
    }
    // The parser of a chunk: the last line may be incomplete.
    new Papa.Parser({ ...format, step }).parse(rest, 0, !isLast)
    rest = rest.slice(end)
    return rows
  }
  for await (const chunk of text) {
    rest += chunk
    if (format === null && rest.length < HEAD_CHARACTERS) continue
    yield parseRest(false)
    if (rest.length > MAX_LINE_CHARACTERS) throw new UnreadableFileError(line, 'broken_quotes', ENDLESS_LINE)
  }
  yield parseRest(true)
}

/**
 * A problem if a space stands before an opening quote: the parser takes such quotes for letters, and what is
 * in them for several cells. Within quotes a cell may begin so.
 */
function findSpaceBeforeQuote(cells: readonly string[], lineText: () => string): string | undefined {
  const isFound =
    cells.some((cell) => /^[^\S\r\n]+"/.test(cell)) && /(?:^|[,;\t|])[^\S\r\n]{1,100}"/.test(lineText())
  return isFound ? QUOTE_PROBLEMS.space : undefined
}

const SEPARATORS = [',', ';', '\t', '|'] as const
/** "sep=;", which spreadsheet programs read as the separator, and may save like a line of cells. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[,;\t|]*(?:\r\n?|\n)/i

/** The separator of which the first line with text has most. */
function separatorOf(head: string): string {
  const cellsBy = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(head, { delimiter, preview: 10 })
    return data.find((cells) => cells.some((cell) => cell.trim() !== ''))?.length ?? 0
  }
  const [, separator] = SEPARATORS.map((one) => [cellsBy(one), one] as const).reduce((best, next) =>
    next[0] > best[0] ? next : best,
  )
  return separator
}

const CSV_FILE: Parameters<typeof decodeText>[1] = {
  openDecoder(head) {
    const refuse = (code: string, message: string) => new UnreadableFileError(1, code, message)
    if (isZip(head)) throw refuse('not_text', NOT_CSV)
    if (isGzip(head)) throw refuse('not_text', NOT_UNPACKED)
    if (isUtf16(head)) throw refuse('wrong_encoding', UTF_16)
    if (firstCharacters(head).startsWith('<')) throw refuse('not_csv', NOT_XML)
    return new TextDecoder('utf-8', { fatal: true })
  },
  nulBytesMessage: 'The file has NUL bytes, so it is not text. Save a spreadsheet as "CSV UTF-8".',
  wrongEncodingMessage:
    'The file is not UTF-8 text from this line on. Save it as "CSV UTF-8" and import it again.',
}

const TOO_MANY_LINES = `A file has at most ${formatCount(MAX_LINES)} lines. Split it into several files.`
const TOO_MANY_WRONG_LINES = `The file was not read any further: ${formatCount(MAX_WRONG_LINES)} lines do not have as many cells as there are headings.`
const ENDLESS_LINE = `This line has more than ${formatCount(MAX_LINE_CHARACTERS)} characters. Is a closing quote missing?`
const QUOTE_PROBLEMS = {
  open: 'A text in quotes begins in this line and does not end: its closing quote is missing. Is the file complete?',
  inside: 'A text in quotes has a quote in it. Write such a quote twice ("").',
  space:
    'A space stands before an opening quote in this line, so it is not clear where the text ends. Remove it, as in AB-1,"Pads, front".',
}
const NOT_CSV =
  'This is a spreadsheet or an archive, not a CSV file. Open it in the spreadsheet program, and save it as "CSV UTF-8".'
const NOT_UNPACKED = 'This file is compressed (gzip). Unpack it, and import the file in it.'
const UTF_16 =
  'This file is UTF-16 text, which spreadsheet programs call "Unicode". Save it as "CSV UTF-8" and import it again.'
const NOT_XML =
  'This is an XML or HTML file, not a CSV file. Choose ACES or PIES for such a file; save a web page as "CSV UTF-8" first.'
