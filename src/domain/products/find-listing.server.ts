import { sql } from 'kysely'
import { isStorable } from '../shared/plain-text.ts'
import type { BrowsingShop } from '../shop.ts'
import { pictureOrDrawing } from './category-drawing.ts'
import type { ListingKind } from './listing-slug.ts'

/**
 * A category or brand: its name as on its parts, the slug of its page, its number of parts on sale, and the
 * picture of one of them, or the drawing that stands in for it.
 */
export type Listing = { name: string; slug: string; count: number; picture: string }

/** In characters: a name has at most 100, and one of them can become several in a slug. */
const MAX_SLUG_LENGTH = 600
/** Categories or brands on the page that lists them. */
const MAX_LISTINGS = 1_000

/**
 * The category or brand with this slug, in any spelling: the one with the most parts, merged with others
 * whose names differ in case or punctuation only. Null when none of them has a part on sale. Access:
 * everyone.
 */
export async function findListing(
  shop: BrowsingShop,
  kind: ListingKind,
  typedSlug: string,
): Promise<{ name: string; slug: string; others: string[] } | null> {
  if (typedSlug.length > MAX_SLUG_LENGTH || !isStorable(typedSlug)) return null
  const { rows } = await sql<{ name: string; slug: string }>`
    select name, slug from listing_slugs
    cross join lateral (select sum(products) as count from product_counts where product_counts.${sql.ref(kind)} = listing_slugs.name) counted
    where kind = ${kind} and slug = listing_slug(${typedSlug}) and count > 0
    order by count desc, name`.execute(shop.db)
  const [first, ...others] = rows
  return first ? { ...first, others: others.map(({ name }) => name) } : null
}

/**
 * The slugs of those of these categories or brands that have a part on sale, by the given name. Access:
 * everyone.
 */
export async function listedSlugs(
  shop: Pick<BrowsingShop, 'db'>,
  kind: ListingKind,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; slug: string }>`
    select distinct asked.name, slug from unnest(${names}::text[]) as asked (name)
    join listing_slugs on kind = ${kind} and slug = listing_slug(asked.name)
    where (select sum(products) from product_counts where product_counts.${sql.ref(kind)} = listing_slugs.name) > 0`.execute(
    shop.db,
  )
  return new Map(rows.map(({ name, slug }) => [name, slug]))
}

/** The categories or brands with the most parts, by name. Access: everyone. */
export async function listListings(
  shop: BrowsingShop,
  kind: ListingKind,
  limit = MAX_LISTINGS,
): Promise<Listing[]> {
  const column = sql.ref(kind)
  const { rows } = await sql<Listing & { category: string }>`
    select largest.name, listing_slug(largest.name) as slug, count, picture, one.category from (
      select ${column} as name, sum(products)::int as count from product_counts
      where ${column} <> '' group by 1 having sum(products) > 0 order by 2 desc, 1 limit ${limit}) largest
    cross join lateral (
      select picture, product_search.category from product_search join products on id = product_id where product_search.${column} = largest.name
      order by product_search.category, product_search.brand limit 1) one
    order by largest.name`.execute(shop.db)
  return rows.map(({ category, ...row }) => ({
    ...row,
    picture: pictureOrDrawing({ picture: row.picture, category }),
  }))
}
