import type { z } from 'zod'
import { PARSING } from '../shared/default-messages.ts'
import type { ImportProblem } from './import-report.ts'

/** The cells of a line by column, without blank ones. */
export type LineCells<Column extends string> = { line: number; cells: Partial<Record<Column, string>> }

/**
 * Text that spreadsheets run as a formula, and the word that empties a value. Exports guard them, formulas as
 * does web/components/list/csv.ts.
 */
const MEANT_OTHERWISE = /^'*(?:[=+\-@\t\r]|clear$)/i
const GUARDED = /^'+(?:[=+\-@\t\r]|clear$)/i

/** Whether a cell is the word that empties a value. */
export const isClear = (text: string | undefined) => text?.toLowerCase() === 'clear'

/** Text for an export: behind an apostrophe if it looks like a formula, `clear`, or a guarded one. */
export function guardFormula(text: string): string {
  return MEANT_OTHERWISE.test(text) ? `'${text}` : text
}

/** Text of an import, as exports guarded it. */
export function unguardFormula(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text
}

export type Read<T> = { ok: true; row: T } | { ok: false; problems: ImportProblem[] }

/** Reads a line by its schema, or returns the problems of its cells. */
export function readCells<S extends z.ZodType>(
  schema: S,
  { line, cells }: LineCells<string>,
): Read<z.output<S>> {
  const texts = Object.entries(cells).flatMap(([field, text]) =>
    text ? [[field, unguardFormula(text)]] : [],
  )
  const parsed = schema.safeParse(Object.fromEntries(texts), PARSING)
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
