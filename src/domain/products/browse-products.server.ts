import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'
import type { Shop } from '../shop.ts'
import { containing } from '../text.ts'
import { parseEngineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import type { Product } from './product.ts'
import { toProduct } from './product-queries.server.ts'

/** How many parts one page of the shelf shows. */
const PAGE_SIZE = 24

/** How the shelf can be sorted; `-price` is dearest first. */
export type ProductSort = 'newest' | 'price' | '-price' | 'name'

/** What a visitor looks for. `page` counts from 1. `vehicle` keeps what fits it. */
export type BrowseQuery = {
  q?: string | undefined
  category?: string | undefined
  brand?: string | undefined
  sort?: ProductSort | undefined
  page: number
  vehicle?: VehicleQuery | undefined
}

/** One page of the shelf, how many there are in all, and what the other choices would show. */
export type Shelf = {
  products: Product[]
  total: number
  pageSize: number
  categories: { name: string; count: number }[]
  brands: { name: string; count: number }[]
}

/** Looks through the parts on sale. Who may: everybody. Counts of categories and brands ignore each its own filter. */
export async function browseProducts(shop: Shop, query: BrowseQuery): Promise<Shelf> {
  const matching = shop.db.selectFrom('products').where((is) => matches(is, query))
  const order = {
    newest: sql`created_at desc, id desc`,
    price: sql`price_cents, id`,
    '-price': sql`price_cents desc, id`,
    name: sql`lower(name), id`,
  }[query.sort ?? 'newest']
  const [rows, count, categories, brands] = await Promise.all([
    matching
      .selectAll()
      .orderBy(order)
      .limit(PAGE_SIZE)
      .offset((query.page - 1) * PAGE_SIZE)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    countBy(shop, 'category', { ...query, category: undefined }),
    countBy(shop, 'brand', { ...query, brand: undefined }),
  ])
  return { products: rows.map(toProduct), total: count.total, pageSize: PAGE_SIZE, categories, brands }
}

function countBy(shop: Shop, column: 'category' | 'brand', query: BrowseQuery) {
  return shop.db
    .selectFrom('products')
    .where((is) => matches(is, query))
    .where(column, '<>', '')
    .select([`${column} as name`, sql<number>`count(*)::int`.as('count')])
    .groupBy(column)
    .orderBy(column)
    .execute()
}

function matches(is: ExpressionBuilder<Tables, 'products'>, query: BrowseQuery) {
  const conditions = [is('deleted_at', 'is', null)]
  for (const word of query.q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? []) {
    const pattern = containing(word)
    conditions.push(
      is.or([
        is('name', 'ilike', pattern),
        is('part_number', 'ilike', pattern),
        is('brand', 'ilike', pattern),
        is('category', 'ilike', pattern),
        is('about', 'ilike', pattern),
      ]),
    )
  }
  if (query.category) conditions.push(is('category', '=', query.category))
  if (query.brand) conditions.push(is('brand', '=', query.brand))
  if (query.vehicle?.make) conditions.push(is.exists(fitting(is, query.vehicle)))
  return is.and(conditions)
}

/** Rows that say that the part fits. What was not chosen does not narrow; a fitment without an engine fits every engine. */
function fitting(is: ExpressionBuilder<Tables, 'products'>, vehicle: VehicleQuery) {
  let rows = is
    .selectFrom('fitments')
    .select('fitments.id')
    .whereRef('fitments.product_id', '=', 'products.id')
    .where('make', '=', vehicle.make ?? '')
  if (vehicle.model) rows = rows.where('model', '=', vehicle.model)
  if (vehicle.year) rows = rows.where('year_from', '<=', vehicle.year).where('year_to', '>=', vehicle.year)
  const engine = vehicle.engine ? parseEngineKey(vehicle.engine) : null
  if (engine) {
    rows = rows.where((fits) =>
      fits.or([
        fits.and([fits('displacement_l', 'is', null), fits('cylinders', 'is', null)]),
        fits.and([
          fits('displacement_l', 'is not distinct from', engine.displacementL),
          fits('cylinders', 'is not distinct from', engine.cylinders),
        ]),
      ]),
    )
  }
  return rows
}
