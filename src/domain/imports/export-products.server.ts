import Papa from 'papaparse'
import type { Database } from '#db/connection.ts'
import { type NumberTexts, readReplacedNumbers } from '../products/part-facts.server.ts'
import { toProduct } from '../products/product-queries.server.ts'
import type { Product } from '../products/product.ts'
import { type NumberField, ReplacedNumbers } from '../products/replaced-numbers.ts'
import { readSpecificationFields } from '../products/specification-fields.server.ts'
import { normalizePartNumber } from '../search/part-number.ts'
import { cellText, fieldOf as fieldOfColumn, fieldValue, PRODUCT_COLUMNS } from './csv-product-columns.ts'
import { guardFormula } from './read-cells.ts'
import { createSpecificationColumns } from './specification-columns.ts'

const PRODUCTS_PER_QUERY = 500
/** Columns of specifications: a file that is imported has at most 1,000. */
const MAX_SPECIFICATIONS = 900

type NumberedProduct = Product & { bin: string; specifications: Record<string, string> }

/**
 * All products with a part number by id, hidden ones included, with one batch in memory. Imports match
 * products by part number, so those without one are left out.
 */
export async function* numberedProducts(db: Database): AsyncGenerator<NumberedProduct[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db
      .selectFrom('products')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PRODUCTS_PER_QUERY)
      .execute()
    yield rows
      .filter(({ part_number: number }) => normalizePartNumber(number) !== '')
      .map((row) => ({ ...toProduct(row), bin: row.bin, specifications: row.specifications }))
    const last = rows.at(-1)
    if (!last || rows.length < PRODUCTS_PER_QUERY) return
    after = last.id
  }
}

/**
 * The products as a CSV file (UTF-8, with a header) in chunks; importing it again changes nothing. For admins
 * and the command line. Each has the specifications of its category, as its page does.
 */
export async function* exportProducts(db: Database): AsyncGenerator<string> {
  const specifications = createSpecificationColumns(await readSpecificationFields(db))
  const columns = specifications.all().slice(0, MAX_SPECIFICATIONS)
  yield lines([[...PRODUCT_COLUMNS, ...columns]])
  for await (const products of numberedProducts(db)) {
    if (products.length === 0) continue
    const numbersOf = await readReplacedNumbers(
      db,
      products.map(({ _id }) => _id),
    )
    const rows = products.map((product) => {
      const values = { ...product, ...numbersInFile(numbersOf(product._id)) }
      const fieldOf = specifications.fieldsOf(product.category)
      return [
        ...PRODUCT_COLUMNS.map((column) => {
          const field = fieldOfColumn(column)
          return cellText(field, fieldValue(values, field))
        }),
        ...columns.map((column) => {
          const field = fieldOf(column)
          // One of several columns of its name: the one with its unit.
          const isOwn = typeof field !== 'string' && specifications.columnOfId(field._id) === column
          return isOwn ? (product.specifications[field._id] ?? '') : ''
        }),
      ].map(cell)
    })
    yield lines(rows)
  }
}

/** Numbers as an import reads them: blank, which leaves them as they are, if they are too many for it. */
function numbersInFile(numbers: NumberTexts): NumberTexts {
  const text = (field: NumberField) => ReplacedNumbers.safeParse(numbers[field]).data ?? ''
  return {
    oeNumbers: text('oeNumbers'),
    otherNumbers: text('otherNumbers'),
    oldNumbers: text('oldNumbers'),
  }
}

const lines = (rows: string[][]) => `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`

function cell(value: string | number): string {
  return typeof value === 'string' ? guardFormula(value) : String(value)
}
