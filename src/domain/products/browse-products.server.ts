import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'
import type { Shop } from '../shop.ts'
import { searchPattern } from '../shared/text.ts'
import { parseEngineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import type { Product } from './product.ts'
import { toProduct } from './product-queries.server.ts'

/** Products per page. */
const PAGE_SIZE = 24

/** The searched text of a product. The index products_text has the same expression. */
const SEARCHED = sql<string>`(' ' || name || ' ' || part_number || ' ' || brand || ' ' || category || ' ' || about)`

/** Sort orders; `-price` is most expensive first. */
export type ProductSort = 'newest' | 'price' | '-price' | 'name'

/** A visitor's search. `page` counts from 1. `vehicle` filters by fit. */
export type BrowseQuery = {
  q?: string | undefined
  category?: string | undefined
  brand?: string | undefined
  sort?: ProductSort | undefined
  page: number
  vehicle?: VehicleQuery | undefined
}

/** One page of products, the total, and the counts of the other filters. */
export type ProductPage = {
  products: Product[]
  total: number
  pageSize: number
  categories: { name: string; count: number }[]
  brands: { name: string; count: number }[]
}

/**
 * Searches the products on sale. Who may: everyone. Category counts ignore the category filter, brand counts the brand filter.
 * @throws Overloaded when too many searches run, or this one takes too long.
 */
export function browseProducts(shop: Shop, query: BrowseQuery): Promise<ProductPage> {
  return shop.searching('visitors', () => readShelf(shop, query))
}

/** One statement that matches products once; without words or a vehicle, indexes cover all counts and sorting. */
async function readShelf({ db }: Shop, query: BrowseQuery): Promise<ProductPage> {
  const { category = '', brand = '', sort = 'newest', page } = query
  const inCategory = sql`(${category} = '' or category = ${category})`
  const inBrand = sql`(${brand} = '' or brand = ${brand})`
  const matching = db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .where((is) => matches(is, query))
    .select(['id', 'category', 'brand', 'created_at', 'price_cents', 'name'])
  const searches = query.q || query.vehicle?.make
  const source = searches ? sql`matching` : sql`products where deleted_at is null`
  const result = await sql<ShelfRow>`
    with ${searches ? sql`matching as materialized (${matching}),` : sql``}
    counts as materialized (select category, brand, count(*) as parts from ${source} group by category, brand)
    select (select coalesce(sum(parts), 0)::int from counts where ${inCategory} and ${inBrand}) as total,
           (${countBy('category', inBrand)}) as categories,
           (${countBy('brand', inCategory)}) as brands,
           (select coalesce(json_agg(to_json(products) order by ${ORDER[sort]}), '[]') from products where id = any (array(
              select id from ${source} ${searches ? sql`where` : sql`and`} ${inCategory} and ${inBrand}
              order by ${ORDER[sort]} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}))) as products`.execute(
    db,
  )
  const [row] = result.rows
  if (!row) throw new Error('A statement without a source of rows answers one')
  return { ...row, products: row.products.map(toProduct), pageSize: PAGE_SIZE }
}

type ShelfRow = Pick<ProductPage, 'total' | 'categories' | 'brands'> & {
  products: Parameters<typeof toProduct>[0][]
}

const ORDER: Record<ProductSort, RawBuilder<unknown>> = {
  newest: sql`created_at desc, id desc`,
  price: sql`price_cents, id`,
  '-price': sql`price_cents desc, id desc`,
  name: sql`lower(name), id`,
}

/** Matching products per category or brand, as JSON. */
function countBy(column: 'category' | 'brand', filter: RawBuilder<unknown>) {
  return sql`
    select coalesce(json_agg(json_build_object('name', name, 'count', count) order by name), '[]')
    from (select ${sql.ref(column)} as name, sum(parts)::int as count from counts
          where ${filter} and ${sql.ref(column)} <> '' group by 1) counts`
}

function matches(is: ExpressionBuilder<Tables, 'products'>, query: BrowseQuery) {
  const conditions = []
  for (const word of query.q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? []) {
    conditions.push(is(SEARCHED, 'ilike', searchPattern(word)))
  }
  if (query.vehicle?.make) conditions.push(is.exists(fitting(is, query.vehicle)))
  return is.and(conditions)
}

/** Fitment rows that match. Open choices do not filter; a fitment without an engine fits every engine. */
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
