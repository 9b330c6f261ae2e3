import type { ImportProblem } from './import-report.ts'

/** The column that a heading of a file was chosen to be; null: none. */
export type ChosenColumn<Column> = { heading: string; column: Column | null }

/** Other headings than the names of the columns. */
export type OtherHeadings<Column> = {
  /** In the order of the file, where several columns have one heading. */
  chosen?: readonly ChosenColumn<Column>[]
  /** The column that a heading names, for columns that are not in the list. */
  named?: (heading: string) => Column | undefined
  /** The columns of the headings that are not known otherwise; `isFree`: no heading has the column yet. */
  guess?: (
    headings: readonly string[],
    isFree: (column: Column) => boolean,
  ) => readonly { column: Column | null; unsure?: Column }[]
}

/**
 * What a heading is read as. `guessed`: it is not the column's own name; `unsure`: a column that it may be,
 * but is not read as.
 */
export type ReadHeading<Column> = { column: Column | null; guessed?: boolean; unsure?: Column }

const keyOf = (heading: string) => heading.toLowerCase()

/** Reads the line of the headings, in any case. Adds what is wrong with them to `problems`. */
export function readHeader<Column extends string>(
  { line, cells }: { line: number; cells: readonly string[] },
  columns: readonly [Column, ...Column[]],
  other: OtherHeadings<Column> | undefined,
  problems: ImportProblem[],
): ReadHeading<Column>[] {
  const ownColumns = new Map(columns.map((column) => [keyOf(column), column]))
  const chosenColumn = columnsInOrder(other?.chosen ?? [])
  /** Undefined: it is to be guessed. */
  const known = cells.map((cell) => {
    const chosen = chosenColumn(cell)
    return chosen === undefined ? (ownColumns.get(keyOf(cell)) ?? other?.named?.(cell)) : chosen
  })
  const named = new Set(known)
  const open = cells.flatMap((cell, at) => (cell === '' || known[at] !== undefined ? [] : [at]))
  const guesses = other?.guess?.(
    open.map((at) => cells[at] ?? ''),
    (column) => !named.has(column),
  )
  const guessOf = new Map(open.map((at, index) => [at, guesses?.[index]]))
  const found = known.map((column = null, at): ReadHeading<Column> => {
    const guess = guessOf.get(at)
    return guess ? { ...guess, ...(guess.column && { guessed: true }) } : { column }
  })
  for (const [at, column] of known.entries()) {
    if (column && known.indexOf(column) !== at)
      problems.push({
        line,
        code: 'duplicate_column',
        field: column,
        message: `Two columns are read as ${column}. ${other ? 'Remove one, rename it, or choose another column for it.' : 'Remove one, or rename it.'}`,
      })
  }
  const [required] = columns
  if (!found.some(({ column }) => column === required)) {
    const message = `The headings have no ${required}. Add it${other ? ', or choose which column it is' : ''}.`
    problems.push({ line, code: 'missing_column', field: required, message })
  }
  return found
}

/**
 * A function that returns the chosen column of the next heading; undefined: none was chosen. The columns of a
 * heading that a file repeats are those chosen for it, in order; the last one is that of all others.
 */
function columnsInOrder<Column>(chosen: readonly ChosenColumn<Column>[]) {
  const choices = Map.groupBy(chosen, ({ heading }) => keyOf(heading))
  const counts = new Map<string, number>()
  return (heading: string): Column | null | undefined => {
    const key = keyOf(heading)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    const ofHeading = choices.get(key)
    // After the last heading a file may have columns without any, which are not shown to choose from.
    return (ofHeading?.[count] ?? (heading === '' ? undefined : ofHeading?.at(-1)))?.column
  }
}
