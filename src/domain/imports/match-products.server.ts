import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { isSameName } from '../products/brand-and-category.ts'
import type { ProductRow } from '../products/product-queries.server.ts'
import { normalizePartNumber } from '../search/part-number.ts'

/** The part number and brand in a line. */
type PartRef = { partNumber: string; brand?: string | undefined }

/**
 * The parts on sale with these numbers, in any spelling. Two brands may use the same number: a line with a
 * brand matches the part of that brand, otherwise one without a brand; a line without a brand matches any.
 * @param except parts that no line may match.
 */
export async function matchProducts(
  db: Database,
  lines: readonly PartRef[],
  except: ReadonlySet<string> = new Set(),
): Promise<(line: PartRef) => ProductRow[]> {
  const numbers = [...new Set(lines.map(({ partNumber }) => normalizePartNumber(partNumber)))]
  const { rows } = await sql<ProductRow>`
    select products.* from unnest(${numbers}::text[]) as asked (number)
    -- Of each number alone, whatever plan a long list would get: both tables may have grown since it last looked.
    cross join lateral (
      select product_id from part_numbers where normalized = asked.number and kind = 'own' offset 0) numbered
    cross join lateral (
      select * from products where id = numbered.product_id and deleted_at is null offset 0) products
    order by products.id`.execute(db)
  const byNumber = Map.groupBy(
    rows.filter(({ id }) => !except.has(id)),
    (row) => normalizePartNumber(row.part_number),
  )
  return ({ partNumber, brand }) => {
    const rowsOfNumber = byNumber.get(normalizePartNumber(partNumber)) ?? []
    if (!brand) return rowsOfNumber
    const ofBrand = rowsOfNumber.filter((row) => isSameName(row.brand, brand))
    return ofBrand.length > 0 ? ofBrand : rowsOfNumber.filter((row) => row.brand === '')
  }
}
