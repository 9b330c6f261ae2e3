import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { isSameName } from '../products/brand-and-category.ts'
import type { ProductRow } from '../products/product-queries.server.ts'
import { isSameNumber, normalizePartNumber, spelledNumber } from '../search/part-number.ts'

/**
 * The part number and brand in a line. `isComplete`: a line that gives everything for a new part, and so is
 * one unless its number is the same but for hyphens.
 */
type PartRef = { partNumber: string; brand?: string | undefined; isComplete?: boolean }

/**
 * The parts that a line can mean; several if it is ambiguous. `isLoose`: their numbers have the same letters
 * and digits, but are written differently. `similar`: other parts of which this is true.
 */
export type Match = { products: readonly ProductRow[]; isLoose: boolean; similar: readonly ProductRow[] }

/** For several parts, of which a file means one. */
export function ambiguousText(number: string, { products, isLoose }: Match): string {
  const [one, other] = products.map(({ part_number: own, brand }) => (brand ? `${own} (${brand})` : own))
  const advice = isLoose
    ? 'Write the number as the store does.'
    : 'Enter the brand, or make the numbers different.'
  return `The store has ${products.length} parts that ${number} can mean, such as ${one} and ${other}. ${advice}`
}

/** For a part whose number a file writes differently. */
export const looseText = (number: string, product: ProductRow) =>
  `The store writes ${number} as ${product.part_number}. This line is used for that part, and its number stays. Check that they are the same part.`

/** Parts with the same letters and digits that are compared with a line. */
const MAX_SIMILAR = 100

/**
 * Finds the parts on sale with these numbers. A part has the number of a line if it is written the same, case
 * and spaces aside. If no part has it, but exactly one has the same letters and digits (O counts as 0) and no
 * line of the file is written like that one, then that is meant. Two brands may use the same number: a line
 * with a brand matches the part of that brand, otherwise one without a brand; a line without a brand matches
 * any.
 * @param file.named all numbers of the file, as spelledNumber returns them. `except`: parts that no line may
 * match.
 */
export async function matchProducts(
  db: Database,
  lines: readonly PartRef[],
  {
    named,
    except = new Set(),
  }: { named: Pick<ReadonlySet<string>, 'has'>; except?: ReadonlySet<string> | undefined },
): Promise<(line: PartRef) => Match> {
  const numbers = [...new Set(lines.map(({ partNumber }) => normalizePartNumber(partNumber)))]
  const { rows } = await sql<ProductRow>`
    select products.* from unnest(${numbers}::text[]) as asked (number)
    -- Of each number alone, whatever plan a long list would get: both tables may have grown since it last looked.
    cross join lateral (
      select product_id from part_numbers where normalized = asked.number and kind = 'own' offset 0) numbered
    cross join lateral (
      select * from products where id = numbered.product_id and deleted_at is null offset 0) products
    order by products.id`.execute(db)
  const found = rows.filter(({ id }) => !except.has(id))
  const bySpelling = Map.groupBy(found, (row) => spelledNumber(row.part_number))
  const byNumber = Map.groupBy(found, (row) => normalizePartNumber(row.part_number))
  return ({ partNumber, brand, isComplete = false }) => {
    const spelled = bySpelling.get(spelledNumber(partNumber)) ?? []
    const exact = spelled.filter((row) => row.part_number === partNumber)
    for (const written of [exact, spelled]) {
      const products = ofBrand(written, brand)
      if (products.length > 0) return { products, isLoose: false, similar: [] }
    }
    const all = spelled.length > 0 ? [] : (byNumber.get(normalizePartNumber(partNumber)) ?? [])
    const similar = ofBrand(all.slice(0, MAX_SIMILAR), brand)
    const isOther = ({ part_number: number }: ProductRow) =>
      (isComplete || (similar.length === 1 && named.has(spelledNumber(number)))) &&
      !isSameNumber(number, partNumber)
    return {
      products: similar.filter((row) => !isOther(row)),
      isLoose: true,
      similar: similar.filter((row) => isOther(row)),
    }
  }
}

function ofBrand(rows: readonly ProductRow[], brand: string | undefined): readonly ProductRow[] {
  if (!brand) return rows
  const found = rows.filter((row) => isSameName(row.brand, brand))
  return found.length > 0 ? found : rows.filter((row) => row.brand === '')
}
