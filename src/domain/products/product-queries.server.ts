import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ProductsTable } from '#db/schema/products.ts'
import { isId } from '../shared/id.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import type { ListManagedProductsQuery, ListProductsQuery, ManagedProduct, Product } from './product.ts'

export type ProductRow = Selectable<ProductsTable>

/** The message for a product that is not, or no longer, on sale. */
export const NO_SUCH_PRODUCT = 'This part is no longer sold, or never was.'

/** A product row as the API returns it. */
export function toProduct(
  row: Omit<ProductRow, 'created_at' | 'changed_at' | 'deleted_at' | 'hidden'>,
): Product {
  return {
    _id: row.id,
    slug: row.slug,
    picture: row.picture,
    name: row.name,
    about: row.about,
    price: dollarsFromCents(row.price_cents),
    ...(row.list_price_cents !== null && { listPrice: dollarsFromCents(row.list_price_cents) }),
    available: row.available,
    minOrder: row.min_order,
    unit: row.unit,
    brand: row.brand,
    category: row.category,
    partNumber: row.part_number,
  }
}

/** The product as admins see it, hidden ones included. */
export function toManagedProduct(row: ProductRow): ManagedProduct {
  return { ...toProduct(row), hidden: row.hidden }
}

/** The product on sale with this id. Malformed ids find nothing. */
export async function findProduct(db: Database, id: string): Promise<ProductRow | undefined> {
  const product = await findManagedProduct(db, id)
  return product?.hidden ? undefined : product
}

/** The product with this id, hidden or on sale. For admins. */
export async function findManagedProduct(db: Database, id: string): Promise<ProductRow | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Products for admins: hidden ones included, or only hidden ones. */
export function selectManagedProducts(db: Database, query: Omit<ListManagedProductsQuery, 'q'>) {
  const rows = selectNewestProducts(db, query)
  return query.status === 'hidden' ? rows.where('hidden', '=', true) : rows
}

/**
 * Products, hidden ones included, optionally of one brand and category, newest first. `after`: the id of the
 * last one already seen.
 */
export function selectNewestProducts(
  db: Database,
  { brand = '', category = '', ...page }: ListProductsQuery,
) {
  let query = db.selectFrom('products').selectAll().where('deleted_at', 'is', null)
  if (brand !== '') query = query.where('brand', '=', brand)
  if (category !== '') query = query.where('category', '=', category)
  return newestFirst(query, 'products', 'created_at', page)
}
