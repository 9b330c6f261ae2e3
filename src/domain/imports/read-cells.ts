import type { z } from 'zod'
import type { ImportProblem } from './import-report.ts'

/** The cells of a line, by column; without the blank ones. */
export type LineCells<Column extends string> = { line: number; cells: Partial<Record<Column, string>> }

/** What spreadsheets run as a formula, as in our own exports (web/components/admin-list/csv.ts), where an apostrophe guards it. */
const FORMULA = /^[=+\-@\t\r]/
const GUARDED_FORMULA = /^'+[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** A text that is meant as such, as an export writes it: behind an apostrophe where it looks like a formula, or like one behind an apostrophe. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) || GUARDED_FORMULA.test(text) ? `'${text}` : text
}

type Read<T> = { ok: true; row: T } | { ok: false; problems: ImportProblem[] }

/** Reads a line by its schema, or says what is wrong with its cells. */
export function readCells<S extends z.ZodType>(
  schema: S,
  { line, cells }: LineCells<string>,
): Read<z.output<S>> {
  const formulas = Object.entries(cells).filter(
    ([, text]) => text !== undefined && FORMULA.test(text) && !NUMBER.test(text),
  )
  if (formulas.length > 0)
    return {
      ok: false,
      problems: formulas.map(([field]) => ({
        line,
        code: 'formula',
        field,
        message:
          'A spreadsheet would run this as a formula. Put an apostrophe before it if it is meant as text.',
      })),
    }
  const texts = Object.entries(cells).map(([field, text]) => [
    field,
    text !== undefined && GUARDED_FORMULA.test(text) ? text.slice(1) : text,
  ])
  const parsed = schema.safeParse(Object.fromEntries(texts))
  if (parsed.success) return { ok: true, row: parsed.data }
  return {
    ok: false,
    problems: parsed.error.issues.map(({ path, message }) => ({
      line,
      code: 'invalid_input',
      field: String(path[0] ?? ''),
      message,
    })),
  }
}
