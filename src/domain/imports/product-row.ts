import type { z } from 'zod'
import { ProductInput } from '../products/product.ts'
import { normalizePartNumber } from '../search/part-number.ts'
import { requiredText } from '../shared/text.ts'
import type { ProductColumn } from './csv-product-columns.ts'
import { type LineCells, readCells } from './read-cells.ts'

export type ProductCells = LineCells<ProductColumn>

/**
 * A part in a file. A new part needs the same fields as in the form; missing fields of an existing part stay
 * unchanged.
 */
const NewProductRow = ProductInput.omit({ fits: true }).extend({
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
