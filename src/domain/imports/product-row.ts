import { z } from 'zod'
import { PriceSchema, ProductInput } from '../products/product.ts'
import { normalizePartNumber } from '../search/part-number.ts'
import { requiredText } from '../shared/text.ts'
import type { ProductColumn } from './csv-product-columns.ts'
import { type LineCells, readCells } from './read-cells.ts'

export type ProductCells = LineCells<ProductColumn>

/** What people write in prices besides the number, such as "$", "USD" and commas. */
const NOT_IN_PRICES = /\p{Sc}|\p{L}{2,}|[,'’\s]/gu
const NAMES = new Map([
  [',', 'commas'],
  [' ', 'spaces'],
])

/** A price in a file: also ".52". One with a sign or commas is not guessed: "1,299" can be either. */
const FilePrice = z.preprocess((text, context) => {
  if (typeof text !== 'string') return text
  const extra = /\d/.test(text) ? new Set(text.slice(0, 40).match(NOT_IN_PRICES)) : new Set<string>()
  if (extra.size === 0) return text.startsWith('.') ? `0${text}` : text
  const names = [...extra].map((one) => NAMES.get(one) ?? `“${one}”`)
  const message = `Write the price as a plain number such as 1299.00, with a point before the cents and without ${new Intl.ListFormat('en').format(names)}`
  context.addIssue({ code: 'custom', message, input: text })
  return z.NEVER
}, PriceSchema)

/**
 * A part in a file. A new part needs the same fields as in the form; missing fields of an existing part stay
 * unchanged.
 */
const NewProductRow = ProductInput.omit({ fits: true }).extend({
  price: FilePrice,
  partNumber: requiredText('Part number is required', 60).refine(
    (number) => normalizePartNumber(number) !== '',
    'A part number has at least one letter or digit',
  ),
})
export type NewProductRow = z.infer<typeof NewProductRow>
const ChangedProductRow = NewProductRow.partial().extend({ partNumber: NewProductRow.shape.partNumber })
export type ChangedProductRow = z.infer<typeof ChangedProductRow>

const REQUIRED = ['picture', 'name', 'about', 'price', 'available', 'minOrder'] as const

/** Whether a line has all the fields that a new part needs. */
export function isNewProduct(row: ChangedProductRow): row is NewProductRow {
  return missingFor(row).length === 0
}

/** The fields that a line lacks for a new part. */
export const missingFor = (row: ChangedProductRow) => REQUIRED.filter((column) => row[column] === undefined)

/** Reads the line of a part. Everything but the number may be missing. */
export const readProductRow = (line: ProductCells) => readCells(ChangedProductRow, line)
