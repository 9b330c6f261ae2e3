import type { z } from 'zod'
import { ProductInput } from '../products/product.ts'
import { normalPartNumber } from '../search/part-number.ts'
import { requiredText } from '../shared/text.ts'
import type { ImportProblem } from './import-report.ts'

/** The columns of a products file: the API's field names. */
export const PRODUCT_COLUMNS = [
  'partNumber',
  'name',
  'brand',
  'category',
  'about',
  'price',
  'available',
  'minOrder',
  'picture',
] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]

/** The cells of a line, by column; without the blank ones. */
export type ProductCells = { line: number; cells: Partial<Record<ProductColumn, string>> }

/** A part as a file describes it. A new part needs all that the form needs; of an existing one, what is missing stays. */
const NewProductRow = ProductInput.omit({ fits: true }).extend({
  partNumber: requiredText('Part number is required', 60).refine(
    (number) => normalPartNumber(number) !== '',
    'A part number has at least one letter or digit',
  ),
})
export type NewProductRow = z.infer<typeof NewProductRow>
const ChangedProductRow = NewProductRow.partial().required({ partNumber: true })
export type ChangedProductRow = z.infer<typeof ChangedProductRow>

/** What spreadsheets run as a formula, as in our own exports (web/components/admin-list/csv.ts), where an apostrophe guards it. */
const FORMULA = /^[=+\-@\t\r]/
const GUARDED_FORMULA = /^'[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

type Read<T> = { ok: true; row: T } | { ok: false; problems: ImportProblem[] }

/** Reads the line of a part that the store does not have. */
export const readNewProduct = (line: ProductCells): Read<NewProductRow> => read(NewProductRow, line)

/** Reads the line of a part, of which everything but the number may be missing. */
export const readProductRow = (line: ProductCells): Read<ChangedProductRow> => read(ChangedProductRow, line)

function read<S extends z.ZodType>(schema: S, { line, cells }: ProductCells): Read<z.output<S>> {
  const formulas = Object.entries(cells).filter(([, text]) => FORMULA.test(text) && !NUMBER.test(text))
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
    GUARDED_FORMULA.test(text) ? text.slice(1) : text,
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
