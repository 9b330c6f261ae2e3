import { sql } from 'kysely'
import { prepared } from '#db/prepared-statement.ts'
import type { BrowsingShop } from '../shop.ts'
import { findProduct, SALES_RULES, toProduct, toShownProduct } from './product-queries.server.ts'
import type { Product, ShownProduct } from './product.ts'
import type { ShownSpecification } from './specification.ts'

/** The result for the slug of a part's page; `moved` has the part's current slug. */
type ProductAtSlug =
  | {
      state: 'on-sale'
      product: ShownProduct
      specifications: ShownSpecification[]
      /** The numbers that it replaces: its own earlier ones, then those of others. */
      replaces: string[]
    }
  | { state: 'moved'; slug: string }
  | { state: 'deleted'; name: string; category: string }

/** More replaced numbers find the part, but its page does not list them. */
const MAX_NUMBERS = 60

const SLUG = /^[a-z0-9-]{1,190}$/

/**
 * The part that has or had this slug, in any case. Null when none ever had it, or it is hidden. Access:
 * everyone.
 */
export async function findProductBySlug(shop: BrowsingShop, slug: string): Promise<ProductAtSlug | null> {
  const normalized = slug.toLowerCase()
  if (!SLUG.test(normalized)) return null
  const row = await shop.db
    .selectFrom('product_slugs')
    .innerJoin('products', 'products.id', 'product_slugs.product_id')
    .selectAll('products')
    .select([
      sql<ShownSpecification[]>`specifications_of(products.category, products.specifications, null)`.as(
        'shown',
      ),
      sql<string[]>`array(
        select number from part_numbers where part_numbers.product_id = products.id and kind <> 'own'
        order by array_position(array['superseded', 'OE', 'competitor'], kind), number limit ${sql.lit(MAX_NUMBERS)})`.as(
        'replaces',
      ),
      ...SALES_RULES,
    ])
    .where('product_slugs.slug', '=', normalized)
    .executeTakeFirst()
  // A hidden part may be on sale again later; its name stays private, even after it is deleted.
  if (!row || row.hidden) return null
  if (row.deleted_at) return { state: 'deleted', name: row.name, category: row.category }
  return row.slug === slug
    ? {
        state: 'on-sale',
        product: toShownProduct(row),
        specifications: row.shown,
        replaces: row.replaces,
      }
    : { state: 'moved', slug: row.slug }
}

/** The name and slug of the part on sale with this id, or null. Access: everyone. */
export async function findProductName(
  shop: BrowsingShop,
  id: string,
): Promise<{ name: string; slug: string } | null> {
  const row = await findProduct(shop.db, id)
  return row ? { name: row.name, slug: row.slug } : null
}

/** Models of the part for which other parts are considered. */
const MAX_MODELS = 3
/** Parts that are considered for each of these models. */
const MAX_PRODUCTS_PER_MODEL = 100
/** Other parts of the category that are considered. */
const MAX_PRODUCTS_OF_CATEGORY = 24

/**
 * Up to `limit` other parts of its category: those for the same models first, then those in stock. Considers
 * a bounded number of them. Access: everyone.
 */
export async function listRelatedProducts(
  shop: BrowsingShop,
  { _id: id, category }: Pick<Product, '_id' | 'category'>,
  limit: number,
): Promise<Product[]> {
  if (category === '') return []
  const { rows } = await shop.db.executeQuery(findRelated([id, category, limit]))
  return rows.map(toProduct)
}

// Prepared, since every page of a part runs it.
const findRelated = prepared<Parameters<typeof toProduct>[0]>(
  'find-related-products',
  `with models as materialized (
     select make, model from fitments where product_id = $1 group by 1, 2 order by count(*) desc, 1, 2 limit ${MAX_MODELS}),
   same_vehicle as materialized (
     select distinct product_id from models cross join lateral (
       select product_id, category from fitments f where f.make = models.make and f.model = models.model limit ${MAX_PRODUCTS_PER_MODEL}) fitting
     where category = $2),
   candidates as (
     select product_id, true as fits from same_vehicle
     union
     select product_id, false from (
       -- In the order of its index: of a category with few parts another one would be read whole.
       select product_id from product_search where category = $2 order by category, brand limit ${MAX_PRODUCTS_OF_CATEGORY}) same_category)
   select id, slug, picture, name, about, price_cents, list_price_cents, available, min_order, unit, brand, category, part_number from (
     select product_id, bool_or(fits) as fits from candidates where product_id <> $1 group by 1) related
   join products on products.id = product_id
   where deleted_at is null
   order by fits desc, available >= min_order desc, created_at desc, products.id
   limit $3`,
)
