import type { z } from 'zod'
import type { ImportProblem } from './import-report.ts'

/** The cells of a line by column, without blank ones. */
export type LineCells<Column extends string> = { line: number; cells: Partial<Record<Column, string>> }

/** Text that spreadsheets run as a formula. Exports guard it, as does web/components/admin-list/csv.ts. */
const FORMULA = /^[=+\-@\t\r]/
const GUARDED_FORMULA = /^'+[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** Text for an export: behind an apostrophe if it looks like a formula, or like a guarded one. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) || GUARDED_FORMULA.test(text) ? `'${text}` : text
}

type Read<T> = { ok: true; row: T } | { ok: false; problems: ImportProblem[] }

/** Reads a line by its schema, or returns the problems of its cells. */
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
          'A spreadsheet would run this as a formula. Put an apostrophe in front if it is meant as text.',
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
