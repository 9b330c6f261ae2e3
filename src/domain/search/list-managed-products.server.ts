import { type RawBuilder, sql } from 'kysely'
import {
  PRODUCT_STATUS,
  selectManagedProducts,
  selectProducts,
  toManagedProduct,
} from '../products/product-queries.server.ts'
import type {
  CountManagedProductsQuery,
  ListManagedProductsQuery,
  ManagedProduct,
  ProductCounts,
} from '../products/product.ts'
import type { Shop } from '../shop.ts'
import { possiblePartNumbers } from './part-number.ts'
import { queryWords, searchWords, toTsQuery } from './query-words.ts'

/**
 * All products, hidden ones included, newest first or sorted. Access: admins. With `q`: those for which each
 * word of it begins a word of the name, brand or category, or whose part number begins with it.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function listManagedProducts(
  shop: Pick<Shop, 'db' | 'searchBulkhead'>,
  { q, ...query }: ListManagedProductsQuery,
): Promise<ManagedProduct[]> {
  const rows = q ? await findProducts(shop, query, q) : await selectManagedProducts(shop.db, query).execute()
  return rows.map(toManagedProduct)
}

/**
 * How many products such a list has, in all and of each status. Access: admins.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export async function countManagedProducts(
  shop: Pick<Shop, 'db' | 'searchBulkhead'>,
  { q = '', ...query }: CountManagedProductsQuery,
): Promise<ProductCounts> {
  const counts = { all: 0, in: 0, low: 0, out: 0, hidden: 0 }
  const ways = q === '' ? null : waysToMatch(q)
  if (ways?.length === 0) return counts
  let rows = selectProducts(shop.db, query)
    .clearSelect()
    .select([PRODUCT_STATUS.as('status'), sql<number>`count(*)::int`.as('products')])
    .groupBy(PRODUCT_STATUS)
  if (ways) rows = rows.where('id', 'in', sql<string>`(${sql.join(ways, sql` union all `)})`)
  for (const { status, products } of await shop.searchBulkhead('admins', () => rows.execute())) {
    counts[status] = products
    counts.all += products
  }
  return counts
}

async function findProducts(
  shop: Pick<Shop, 'db' | 'searchBulkhead'>,
  query: Omit<ListManagedProductsQuery, 'q'>,
  q: string,
) {
  const ways = waysToMatch(q)
  if (ways.length === 0) return []
  const pageOf = (found: RawBuilder<unknown>) =>
    selectManagedProducts(shop.db, query).where('id', 'in', sql<string>`${found}`)
  // Each way to match is limited on its own: a single OR would collect and sort all matches of a common word.
  const pages = ways.map((way) => sql`select id from (${pageOf(way)}) page`)
  return shop.searchBulkhead('admins', () => pageOf(sql`(${sql.join(pages, sql` union `)})`).execute())
}

/** The ids of the products with these words or this number, once per way to match; none without words. */
function waysToMatch(q: string): RawBuilder<unknown>[] {
  const words = searchWords(q)
  if (words.length === 0) return []
  const terms = words.map((word) => [[word]])
  const [number] = possiblePartNumbers(queryWords(q))
  return [
    sql`(select product_id from product_search where words @@ to_tsquery('product_words', ${toTsQuery(terms, '*AB')}))`,
    // Hidden products are not in the search index; there are few.
    sql`(
      select id from products where hidden and deleted_at is null
        and to_tsvector('product_words', separate_words(name || ' ' || brand || ' ' || category || ' ' || part_number))
          @@ to_tsquery('product_words', ${toTsQuery(terms, '*')}))`,
    ...(number === undefined
      ? []
      : [sql`(select product_id from part_numbers where normalized like ${`${number}%`})`]),
  ]
}
