import { type RawBuilder, sql } from 'kysely'
import { POSITIONS } from '../vehicles/position.ts'
import { PRICE_BAND_KEYS, type ProductFilters } from './product-filters.ts'
import type { Facet, Facets } from './product-search.ts'

type Filter = keyof ProductFilters

/** SQL condition for all filters, over product_search or product_counts; without those that are empty. */
export function filterCondition(filters: ProductFilters): RawBuilder<unknown> {
  const { category, brand, price, stock, position } = filters
  const conditions = [
    category && sql`category = ${category}`,
    brand && sql`brand = ${brand}`,
    price && sql`price_band = ${PRICE_BAND_KEYS.indexOf(price)}`,
    stock && sql`in_stock`,
    position && sql`positions @> array[${position}::text]`,
  ]
  return sql.join([sql`true`, ...conditions.filter((condition) => typeof condition === 'object')], sql` and `)
}

/**
 * The number of products for a choice of a filter, or for all of them; the columns of other filters are null
 * or missing.
 */
export type FacetCount = {
  filter: Filter | null
  category?: string | null
  brand?: string | null
  price_band?: number | null
  in_stock?: boolean | null
  positions?: string[] | null
  products: number
}

/**
 * SQL for the choices of every filter with their product counts within the other filters, as JSON. Reads the
 * rows once.
 */
export function countFacets(
  filters: ProductFilters,
  source: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
) {
  const counted = (open: ProductFilters = {}) =>
    sql`${count} filter (where ${filterCondition({ ...filters, ...open })})`
  return sql`(
    select coalesce(json_agg(counts order by category, brand, price_band), '[]') from (
      select case when grouping(category) = 0 then 'category' when grouping(brand) = 0 then 'brand' when grouping(price_band) = 0 then 'price'
                  when grouping(in_stock) = 0 then 'stock' when grouping(positions) = 0 then 'position' end as filter,
             category, brand, price_band, in_stock, positions,
             case when grouping(category) = 0 then ${counted({ category: '' })} when grouping(brand) = 0 then ${counted({ brand: '' })}
                  when grouping(price_band) = 0 then ${counted({ price: '' })} when grouping(in_stock) = 0 then ${counted({ stock: '' })}
                  when grouping(positions) = 0 then ${counted({ position: '' })} else ${counted()} end::int as products
      from ${source} group by grouping sets (category, brand, price_band, in_stock, positions, ())) counts
    where products > 0)`
}

export function toFacets(counts: readonly FacetCount[] = []): { total: number; facets: Facets } {
  const facet = (filter: Filter, nameOf: (count: FacetCount) => string | null | undefined): Facet[] =>
    counts.flatMap((count) => {
      const name = count.filter === filter && nameOf(count)
      return name ? [{ name, count: count.products }] : []
    })
  // A product may have several positions.
  const ofPositions = counts.filter(({ filter }) => filter === 'position')
  const positions = POSITIONS.flatMap((name) => {
    const count = ofPositions.reduce(
      (sum, { positions, products }) => sum + (positions?.includes(name) ? products : 0),
      0,
    )
    return count > 0 ? [{ name, count }] : []
  })
  return {
    total: counts.find(({ filter }) => filter === null)?.products ?? 0,
    facets: {
      categories: facet('category', ({ category }) => category),
      brands: facet('brand', ({ brand }) => brand),
      prices: facet('price', ({ price_band }) => PRICE_BAND_KEYS[price_band ?? -1]),
      stock: facet('stock', ({ in_stock }) => (in_stock ? 'in' : null)),
      positions,
    },
  }
}

/** The same choices without counts, which would be those of the first matches only. */
export function withoutCounts({ categories, brands, prices, stock, positions }: Facets): Facets {
  const names = (facet: readonly Facet[]) => facet.map(({ name }) => ({ name, count: null }))
  return {
    categories: names(categories),
    brands: names(brands),
    prices: names(prices),
    stock: names(stock),
    positions: names(positions),
  }
}
