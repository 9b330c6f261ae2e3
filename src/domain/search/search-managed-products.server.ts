import { type RawBuilder, sql } from 'kysely'
import { selectManagedProducts, toManagedProduct } from '../products/product-queries.server.ts'
import type { ListManagedProductsQuery, ManagedProduct } from '../products/product.ts'
import type { Shop } from '../shop.ts'
import { possiblePartNumbers } from './part-number.ts'
import { queryWords, toTsQuery } from './query-words.ts'

/**
 * The products of listManagedProducts with each word of `q` at the beginning of a word of their name, brand or category, or with a part
 * number that begins like it. Who may: admins.
 * @throws Overloaded when too many searches run, or this one takes too long.
 */
export async function searchManagedProducts(
  shop: Shop,
  { q, ...query }: ListManagedProductsQuery & { q: string },
): Promise<ManagedProduct[]> {
  const words = queryWords(q)
  if (words.length === 0) return []
  const terms = words.map((word) => [[word]])
  const [number] = possiblePartNumbers(words)
  const pageOf = (found: RawBuilder<unknown>) =>
    selectManagedProducts(shop.db, query).where('id', 'in', sql<string>`${found}`)
  // Each way to be found has its own page: of a word that 100,000 parts have, the newest are reached before all of these are gathered.
  const ways = [
    sql`(select product_id from product_search where words @@ to_tsquery('product_words', ${toTsQuery(terms, '*AB')}))`,
    // Hidden products are in no search index; they are few.
    sql`(
      select id from products where hidden and deleted_at is null
        and to_tsvector('product_words', separate_words(name || ' ' || brand || ' ' || category || ' ' || part_number))
          @@ to_tsquery('product_words', ${toTsQuery(terms, '*')}))`,
    ...(number === undefined
      ? []
      : [sql`(select product_id from part_numbers where normalized like ${`${number}%`})`]),
  ]
  const pages = ways.map((way) => sql`select id from (${pageOf(way)}) page`)
  const rows = await shop.searchBulkhead('admins', () =>
    pageOf(sql`(${sql.join(pages, sql` union `)})`).execute(),
  )
  return rows.map(toManagedProduct)
}
