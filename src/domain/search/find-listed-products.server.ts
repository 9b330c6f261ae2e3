import { sql } from 'kysely'
import { toProduct } from '../products/product-queries.server.ts'
import type { BrowsingShop } from '../shop.ts'
import { type NumberLine, parseNumberList } from './number-list.ts'
import { normalizePartNumber, spelledNumber } from './part-number.ts'
import type { Match, NumberListResponse } from './product-search.ts'

/** Parts returned for one number. */
const MAX_PRODUCTS_PER_NUMBER = 5

/** A line of the list, with the parts that have its number; none if no part on sale has it. */
type NumberListItem = NumberListResponse['lines'][number]

/**
 * Finds the parts of a pasted list of part numbers. Only complete numbers match, in any spelling. Access:
 * everyone.
 * @param list see parseNumberList; text beyond its limits is ignored, and `isCut` is true.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function findListedProducts(shop: BrowsingShop, list: string): Promise<NumberListResponse> {
  const { lines, isCut } = parseNumberList(list)
  if (lines.length === 0) return { lines: [], isCut }
  const numbers = lines.flatMap(({ readings }) => readings.map(({ number }) => normalizePartNumber(number)))
  const byNumber = await shop.searchBulkhead('visitors', () => findByNumbers(shop, [...new Set(numbers)]))
  return { lines: lines.map((line) => toListItem(line, byNumber)), isCut }
}

/**
 * The first reading with a part wins; without any, the likeliest one. Parts with the number as typed come
 * first.
 */
function toListItem(
  { text, readings }: NumberLine,
  byNumber: Map<string, NumberListItem['parts']>,
): NumberListItem {
  const read = readings.map((reading) => {
    const parts = byNumber.get(normalizePartNumber(reading.number)) ?? []
    const isTyped = ({ matched }: (typeof parts)[number]) =>
      spelledNumber(matched?.number ?? '') === spelledNumber(reading.number)
    return { ...reading, parts: [...parts.filter(isTyped), ...parts.filter((part) => !isTyped(part))] }
  })
  const [likeliest = { number: text, quantity: 1, parts: [] }] = read
  return { text, ...(read.find(({ parts }) => parts.length > 0) ?? likeliest) }
}

async function findByNumbers(
  shop: BrowsingShop,
  numbers: readonly string[],
): Promise<Map<string, NumberListItem['parts']>> {
  const { rows } = await sql<Parameters<typeof toProduct>[0] & Required<Match> & { normalized: string }>`
    select products.*, found.* from unnest(${numbers}::text[]) as asked (normalized),
    lateral (
      select asked.normalized, kind, number, product_id from part_numbers
      join product_search using (product_id)
      where part_numbers.normalized = asked.normalized
      order by kind = 'own' desc, product_search.in_stock desc, product_id limit ${MAX_PRODUCTS_PER_NUMBER}) found
    join products on products.id = found.product_id
    where asked.normalized <> ''`.execute(shop.db)
  const byNumber = new Map<string, NumberListItem['parts']>()
  for (const row of rows) {
    const { normalized, kind, number } = row
    const parts = byNumber.get(normalized) ?? []
    const { about: _, ...product } = toProduct(row)
    if (!parts.some(({ _id }) => _id === row.id)) parts.push({ ...product, matched: { kind, number } })
    byNumber.set(normalized, parts)
  }
  return byNumber
}
