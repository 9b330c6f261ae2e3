import Papa from 'papaparse'
import type { Database } from '#db/connection.ts'
import { toProduct } from '../products/product-queries.server.ts'
import type { Product } from '../products/product.ts'
import { normalizePartNumber } from '../search/part-number.ts'
import { PRODUCT_COLUMNS } from './csv-product-columns.ts'
import { guardFormula } from './read-cells.ts'

const PRODUCTS_PER_QUERY = 500

/**
 * All products with a part number by id, hidden ones included, with one batch in memory. Imports match
 * products by part number, so those without one are left out.
 */
export async function* numberedProducts(db: Database): AsyncGenerator<Product[]> {
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
    yield rows.map(toProduct).filter(({ partNumber }) => normalizePartNumber(partNumber) !== '')
    const last = rows.at(-1)
    if (!last || rows.length < PRODUCTS_PER_QUERY) return
    after = last.id
  }
}

/**
 * The products as a CSV file (UTF-8, with a header) in chunks; importing it again changes nothing. For admins
 * and the command line.
 */
export async function* exportProducts(db: Database): AsyncGenerator<string> {
  yield `${PRODUCT_COLUMNS.join(',')}\r\n`
  for await (const products of numberedProducts(db)) {
    if (products.length === 0) continue
    const rows = products.map((product) => PRODUCT_COLUMNS.map((column) => cell(product[column])))
    yield `${Papa.unparse(rows, { newline: '\r\n' })}\r\n`
  }
}

function cell(value: string | number): string {
  return typeof value === 'string' ? guardFormula(value) : String(value)
}
