import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ProductsTable } from '#db/schema/products.ts'
import { isCartOnly } from '../sales/plain-order.ts'
import { DEFAULT_SALES_SETTINGS } from '../sales/sales-settings.ts'
import { isId } from '../shared/id.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { newestFirst, sortedPage } from '../shared/newest-first.server.ts'
import {
  type ListManagedProductsQuery,
  type ListProductsQuery,
  LOW_STOCK_ORDERS,
  type ManagedProduct,
  type Product,
  type PRODUCT_SORT_KEYS,
  type ProductCounts,
  type ShownProduct,
} from './product.ts'
import type { SaleFacts } from './sale-facts.ts'

export type ProductRow = Selectable<ProductsTable>

/** The message for a product that is not, or no longer, on sale. */
export const NO_SUCH_PRODUCT = 'This part is no longer sold, or never was.'

type NotShown = 'created_at' | 'changed_at' | 'deleted_at' | 'hidden'
/** Cards show none of these. */
type OptionallyRead = 'condition' | 'gtin' | 'more_pictures' | 'specifications' | SaleColumn
type SaleColumn = 'weight_grams' | 'oversize' | 'dangerous' | 'core_cents' | 'taxed' | 'returnable' | 'bin'

/** A part as its own page and `GET /product/{id}` show it: a row with SALES_RULES. */
export function toShownProduct(
  row: Parameters<typeof toProduct>[0] &
    Pick<ProductRow, 'core_cents' | 'oversize'> & { plainOrders: 'all_in' | 'closed'; coreDays: number },
): ShownProduct {
  const facts = { coreCents: row.core_cents, oversize: row.oversize }
  return {
    ...toProduct(row),
    ...(row.core_cents > 0 && { coreDays: row.coreDays }),
    ...(isCartOnly(facts, row.plainOrders) && { cartOnly: true }),
  }
}

/** A product row as the API returns it. */
export function toProduct(
  row: Omit<ProductRow, NotShown | OptionallyRead> &
    Partial<Pick<ProductRow, 'condition' | 'gtin' | 'more_pictures' | SaleColumn>>,
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
    ...(row.condition && row.condition !== 'new' && { condition: row.condition }),
    ...(row.gtin && { gtin: row.gtin }),
    ...(row.more_pictures && { morePictures: row.more_pictures }),
    ...(row.weight_grams && { weightGrams: row.weight_grams }),
    ...(row.oversize && { oversize: true }),
    ...(row.dangerous && { dangerous: true }),
    ...(row.core_cents && { coreDeposit: dollarsFromCents(row.core_cents) }),
    ...(row.taxed === false && { taxed: false }),
    ...(row.returnable === false && { returnable: false }),
  }
}

/** What delivery, tax and returns need to know of the part, its bin included. For admins. */
export function saleFactsOf(row: Pick<ProductRow, SaleColumn>): SaleFacts {
  return {
    weightGrams: row.weight_grams,
    oversize: row.oversize,
    dangerous: row.dangerous,
    coreDeposit: dollarsFromCents(row.core_cents),
    taxed: row.taxed,
    returnable: row.returnable,
    bin: row.bin,
  }
}

/** The product as admins see it, hidden ones included. */
export function toManagedProduct(row: ProductRow): ManagedProduct {
  return { ...toProduct(row), hidden: row.hidden, ...(row.bin && { bin: row.bin }) }
}

/** The product on sale with this id. Malformed ids find nothing. */
export async function findProduct(db: Database, id: string): Promise<ProductRow | undefined> {
  const product = await findManagedProduct(db, id)
  return product?.hidden ? undefined : product
}

/** Within how many days an old part may be sent back for its deposit, as a column. */
export const CORE_DAYS = sql<number>`coalesce((select core_days from sales_settings), ${sql.lit(
  DEFAULT_SALES_SETTINGS.coreDays,
)})`.as('coreDays')

/** The owner's settings that concern one part, as columns. */
export const SALES_RULES = [
  CORE_DAYS,
  sql<'all_in' | 'closed'>`coalesce((select plain_orders from sales_settings), 'all_in')`.as('plainOrders'),
] as const

/** The product on sale with this id, for toShownProduct. Malformed ids find nothing. */
export async function findShownProduct(db: Database, id: string) {
  if (!isId(id)) return undefined
  return db
    .selectFrom('products')
    .selectAll()
    .select(SALES_RULES)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('hidden', '=', false)
    .executeTakeFirst()
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

/** A product's status, as stockLevel() of product.ts and `hidden` say. */
export const PRODUCT_STATUS = sql<keyof Omit<ProductCounts, 'all'>>`(case
  when hidden then 'hidden' when available = 0 then 'out'
  when available < ${sql.lit(LOW_STOCK_ORDERS)} * min_order then 'low' else 'in' end)`

const sortKeys: Record<(typeof PRODUCT_SORT_KEYS)[number], RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  price: sql`price_cents`,
  available: sql`available`,
  minOrder: sql`min_order`,
  shelf: sql`array_position(array['out', 'low', 'in', 'hidden'], ${PRODUCT_STATUS})`,
}

/** Products for admins, hidden ones included, or only those with a status, in the order of the query. */
export function selectManagedProducts(
  db: Database,
  { status, sort, ...query }: Omit<ListManagedProductsQuery, 'q'>,
) {
  const rows = selectProducts(db, query)
  const listed = status ? rows.where(PRODUCT_STATUS, '=', status) : rows
  if (!sort) return newestFirst(listed, 'products', 'created_at', query)
  return sortedPage(listed, 'products', sortKeys, { ...query, sort })
}

/** Products, hidden ones included, newest first. `after`: the id of the last one already seen. */
export function selectNewestProducts(db: Database, query: ListProductsQuery) {
  return newestFirst(selectProducts(db, query), 'products', 'created_at', query)
}

/** All products that are not deleted, optionally of one brand and category. */
export function selectProducts(
  db: Database,
  { brand = '', category = '' }: Pick<ListProductsQuery, 'brand' | 'category'>,
) {
  let query = db.selectFrom('products').selectAll().where('deleted_at', 'is', null)
  if (brand !== '') query = query.where('brand', '=', brand)
  if (category !== '') query = query.where('category', '=', category)
  return query
}
