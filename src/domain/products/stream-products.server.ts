import { sql } from 'kysely'
import type { BrowsingShop } from '../shop.ts'
import { toProduct } from './product-queries.server.ts'
import type { Product } from './product.ts'
import { readInBatches } from './read-in-batches.ts'
import type { ShownSpecification } from './specification.ts'

/**
 * A product on sale, and when anything but its stock last changed. `specifications` only if they are asked
 * for.
 */
export type StreamedProduct = Product & { changedAt: Date; specifications: ShownSpecification[] }

type Row = Parameters<typeof toProduct>[0] & { changed_at: Date; shown: ShownSpecification[] }

/**
 * Products on sale by id, with one batch in memory; between batches no connection is held. Products added or
 * deleted during the read may or may not be included. Access: everyone.
 * @param range.skip products to skip first, by an index; default 0.
 * @param range.limit products to read; default all.
 * @param range.specified reads their specifications, too.
 */
export async function* streamProducts(
  { db }: BrowsingShop,
  { skip = 0, limit = Number.POSITIVE_INFINITY, specified = false } = {},
): AsyncGenerator<StreamedProduct[], void, undefined> {
  const shown = specified
    ? sql`specifications_of(products.category, products.specifications, null)`
    : sql`'[]'::jsonb`
  const batches = readInBatches<Row>({ skip, limit }, async (last, { size, offset }) => {
    const after = last?.id ?? '00000000-0000-0000-0000-000000000000'
    const { rows } = await sql<Row>`
      with page as materialized (
        select product_id from product_search where product_id > ${after} order by product_id limit ${size} offset ${offset})
      select products.*, ${shown} as shown from page join products on id = product_id order by product_id`.execute(
      db,
    )
    return rows
  })
  for await (const rows of batches)
    yield rows.map((row) => ({ ...toProduct(row), changedAt: row.changed_at, specifications: row.shown }))
}

/** The number of products on sale, from the counters. Access: everyone. */
export async function countProducts(shop: BrowsingShop): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(products), 0)::int as total from product_counts`.execute(shop.db)
  return rows[0]?.total ?? 0
}
