import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ProductsTable } from '#db/schema/products.ts'
import { isId } from '../shared/id.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { Product } from './product.ts'

/** A product row as the API answers it. */
export function toProduct(row: Omit<Selectable<ProductsTable>, 'created_at' | 'deleted_at'>): Product {
  return {
    _id: row.id,
    picture: row.picture,
    name: row.name,
    about: row.about,
    price: dollarsFromCents(row.price_cents),
    available: row.available,
    minOrder: row.min_order,
    brand: row.brand,
    category: row.category,
    partNumber: row.part_number,
  }
}

/** The product on sale with this id. Malformed ids find nothing. */
export async function findProduct(db: Database, id: string): Promise<Selectable<ProductsTable> | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Products on sale, newest first. `after`: the id of the last one already seen. */
export function selectNewestProducts(db: Database, page: { limit: number; after?: string | undefined }) {
  let query = db
    .selectFrom('products')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.after) {
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from products where id = ${page.after})`,
    )
  }
  return query.execute()
}
