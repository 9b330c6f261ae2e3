import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { toProduct } from '../products/product-queries.server.ts'
import type { ShownSpecification } from '../products/specification.ts'
import type { VehicleNames } from '../vehicles/read-vehicle-words.ts'
import type { VehicleQuery } from '../vehicles/vehicle.ts'
import {
  countFacets,
  facetColumns,
  type FacetCount,
  filterCondition,
  toFacets,
  withoutCounts,
} from './facets.server.ts'
import { type Facets, hasFilters, type ProductFilters } from './facets.ts'
import { orderSql } from './page-order.server.ts'
import type { SearchCriteria } from './parse-search.server.ts'
import type { OrderName, SearchPosition } from './search-cursor.ts'
import type { ProductSort } from './sorts.ts'

/**
 * Up to this many matches are ranked, sorted and counted exactly; more are read in index order, page by page.
 */
export const EXACT_MATCHES = 10_000
/** Up to this many parts of the other search are counted. */
export const MAX_OTHERS = 1_000
/** Products per numbered page. */
export const PAGE_SIZE = 24
/** The number of the last page. */
export const LAST_PAGE = Math.ceil(EXACT_MATCHES / PAGE_SIZE)

/**
 * A visitor's search. `vehicle` filters by fit. A page is requested by its number, from 1 to LAST_PAGE, or by
 * the position where the previous page ended. If nothing in the store has all of the words, the least
 * significant ones are dropped.
 */
export type ProductSearchQuery = ProductFilters & {
  q?: string | undefined
  sort?: ProductSort | undefined
  vehicle?: VehicleQuery | undefined
  /** The vehicle does not filter: only verdicts and `others` are about it. */
  isForAll?: boolean
  /** Count the parts of the same search for all vehicles, or if it is for all, for the vehicle. */
  countsOthers?: boolean
  /** Vehicles that the words may name; without them, words are only words. */
  names?: VehicleNames | undefined
  /** Only products with all of the words. */
  isExact?: boolean
  /** If nothing is found, count what other searches would find. */
  hasOffers?: boolean
} & ({ page: number } | { limit: number; after?: SearchPosition | undefined })

/** A way to widen a search; `isFiltered`: only if some of its parts pass the filters. */
export type WiderWay = { criteria: SearchCriteria; isFiltered?: boolean }

type Search = ProductSearchQuery & {
  criteria: SearchCriteria
  /** The other search that is counted within the filters. */
  other?: SearchCriteria | null
}
type Row = Parameters<typeof toProduct>[0] & { position: SearchPosition; shown: ShownSpecification[] }

/** The rows of a page, and one more if there are more. */
type FoundRows = {
  /** At most EXACT_MATCHES, which means more unless `totalIsExact`. */
  total: number
  totalIsExact: boolean
  facets: Facets
  rows: Row[]
  /** At most EXACT_MATCHES + 1, before the filters. */
  found: number
  /** The parts of the other search, up to MAX_OTHERS; null if it is not counted. */
  others?: number | null
}

/** Everything on sale within the filters. Counted by product_counts, so that no table is read completely. */
export async function browse(db: Database, search: Search): Promise<FoundRows> {
  const { rows } = await sql<{ counts: FacetCount[]; others: number | null }>`
    select ${countFacets(search, sql`product_counts`, sql`sum(products)`)} as counts, ${countOther(search)} as others`.execute(
    db,
  )
  const counted = toFacets(rows[0]?.counts)
  return {
    ...counted,
    totalIsExact: true,
    found: counted.total,
    others: rows[0]?.others ?? null,
    rows: await selectPage(db, search, filterCondition(search)),
  }
}

/**
 * Ranks the matches. If there are too many, only matches in a name, brand, category or number count, provided
 * they fill a page; if these are too many as well, the page is read in index order.
 */
export async function findMatches(db: Database, search: Search): Promise<FoundRows> {
  const { match } = search.criteria
  const ofCategory = await rankCategory(db, search)
  if (ofCategory && ofCategory.found <= EXACT_MATCHES) return { ...ofCategory, totalIsExact: true }
  const all = await rankMatches(db, search, productsWith(match))
  return all.found <= EXACT_MATCHES ? { ...all, totalIsExact: true } : rankSome(db, search, all)
}

/**
 * The first of these ways that finds something, chosen and ranked in one statement; null if none does. More
 * than EXACT_MATCHES take one more.
 */
export async function findWider(
  db: Database,
  query: ProductSearchQuery,
  ways: readonly WiderWay[],
): Promise<{ criteria: SearchCriteria; result: FoundRows } | null> {
  const [first] = ways
  if (!first) return null
  const conditions = ways.map(({ criteria, isFiltered }) =>
    isFiltered ? sql`${criteria.match} and ${filterCondition(query)}` : criteria.match,
  )
  const tests = conditions.map(
    (condition, way) => sql`when exists (select from ${productsWith(condition)}) then ${sql.lit(way)}`,
  )
  // Only the chosen way is read: PostgreSQL tests `way` before it begins to scan.
  const sources = ways.map(
    ({ criteria }, way) =>
      sql`select * from ${productsWith(criteria.match)} and (select way from chosen) = ${sql.lit(way)}`,
  )
  const scores = ways.map(({ criteria }, way) => sql`when ${sql.lit(way)} then ${criteria.score}`)
  const search = {
    ...query,
    criteria: {
      ...first.criteria,
      score: sql`case (select way from chosen) ${sql.join(scores, sql` `)} end`,
    },
  }
  const { way, ...ranked } = await rankMatches(
    db,
    search,
    sql`(${sql.join(sources, sql` union all `)}) wider`,
    { chosen: sql`select case ${sql.join(tests, sql` `)} end as way` },
  )
  const criteria = ways[way ?? -1]?.criteria
  if (!criteria) return null
  const isFew = ranked.found <= EXACT_MATCHES
  const result = isFew
    ? { ...ranked, totalIsExact: true }
    : await rankSome(db, { ...query, criteria }, ranked)
  return { criteria, result }
}

/** The page of a search with too many matches, whose names are counted in `all`. */
async function rankSome(db: Database, search: Search, all: RankedMatches): Promise<FoundRows> {
  const { match, matchInFields } = search.criteria
  const filter = filterCondition(search)
  const pageOfSome = async (condition: RawBuilder<unknown>) =>
    rankMatches(db, search, productsWith(sql`${condition} and ${filter}`), { readsMany: true })
  const named = matchInFields === match ? null : await pageOfSome(matchInFields)
  const some = named && named.found >= pageOf(search).limit ? named : await pageOfSome(match)
  const totalIsExact = some.found <= EXACT_MATCHES
  return {
    found: all.found,
    facets: withoutCounts(all.facets),
    total: totalIsExact ? some.total : EXACT_MATCHES,
    totalIsExact,
    rows: some.rows,
    others: all.others ?? null,
  }
}

type RankedMatches = Omit<FoundRows, 'totalIsExact'> & { way?: number }

/**
 * The parts of one category that fit a vehicle. Fitments have the category, so parts of other categories are
 * counted without being looked up. Null for a search with words or other filters, which those parts would
 * have to pass, too.
 */
async function rankCategory(db: Database, search: Search): Promise<RankedMatches | null> {
  const { criteria, category } = search
  const products = criteria.productsOfVehicle
  if (!products || !category || hasFilters({ ...search, category: '' })) return null
  const counted = sql`
    select category as value, count(*)::int as products, array_agg(product_id) filter (where category = ${category}) as ids
    from (${products}) products group by category`
  // In index order, so that its pages are read once and sequentially.
  const ids = sql`select ids from counted where value = ${category}`
  const source = sql`(select product_id from unnest((${ids})) product_id order by product_id) fitting
    join product_search using (product_id) where category = ${category}`
  return rankMatches(db, search, source, { counted })
}

const productsWith = (match: RawBuilder<unknown>) => sql`product_search where ${match}`

/**
 * One statement: up to EXACT_MATCHES + 1 matches, their facets, and one page of them in order. If they are
 * too many, the page is empty, or with `readsMany` in index order.
 * @param source SQL for the matches, which are rows of product_search.
 * @param options.counted SQL for categories and their `products`, replacing those of the matches; `source`
 * can refer to it by this name.
 * @param options.chosen SQL for the `way` that `source` reads, by this name.
 */
async function rankMatches(
  db: Database,
  search: Search,
  source: RawBuilder<unknown>,
  {
    counted,
    chosen,
    readsMany = false,
  }: { counted?: RawBuilder<unknown>; chosen?: RawBuilder<unknown>; readsMany?: boolean } = {},
): Promise<RankedMatches> {
  const scored = sql`(
    select *, ${search.criteria.score} as score from hits
    where (select count(*) from hits) <= ${EXACT_MATCHES} and ${filterCondition(search)}) scored`
  // The index lacks names and words: read them only for an order that compares them.
  const hasScore = search.criteria.hasWords
  const needsName = hasScore || pageOf(search).sort === 'name'
  const ranked = sql`(${pageRows(scored, search, { hasScore })})`
  const page = readsMany
    ? sql`case when (select count(*) from hits) > ${EXACT_MATCHES} then (${pageRows(source, search)}) else ${ranked} end`
    : ranked
  const { rows } = await sql<{
    found: number
    counts: FacetCount[]
    categories: FacetCount[] | null
    rows: Row[]
    way: number | null
    others: number | null
  }>`
    with ${counted ? sql`counted as materialized (${counted}),` : sql``}
      ${chosen ? sql`chosen as materialized (${chosen}),` : sql``} hits as materialized (
      select product_id, price_cents, created_at, ${facetColumns}
             ${needsName ? sql`, name` : sql``} ${hasScore ? sql`, words` : sql``}
      from ${source} limit ${EXACT_MATCHES + 1})
    select (select count(*)::int from hits) as found, ${countFacets(search, sql`hits`, sql`count(*)`)} as counts,
           ${counted ? COUNTED_CATEGORIES : sql`null`} as categories,
           ${chosen ? sql`(select way from chosen)` : sql`null`} as way, ${page} as rows,
           ${countOther(search)} as others`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A statement without a source of rows returns one')
  const { found, counts, categories, way, others: otherParts } = row
  const others = categories ? counts.filter(({ filter }) => filter !== 'category') : counts
  return {
    found,
    ...(way !== null && { way }),
    rows: row.rows,
    others: otherParts,
    ...toFacets([...(categories ?? []), ...others]),
  }
}

/** SQL: the parts of the other search within the filters, up to MAX_OTHERS. */
function countOther(search: Search): RawBuilder<unknown> {
  const { other } = search
  if (!other) return sql`null`
  const filter = filterCondition(search)
  // Everything on sale is counted already.
  if (!other.hasWords && search.criteria.productsOfVehicle)
    return sql`(select least(coalesce(sum(products), 0), ${MAX_OTHERS})::int from product_counts where ${filter})`
  return sql`(
    select count(*)::int from (select from product_search where ${other.match} and ${filter} limit ${MAX_OTHERS}) others)`
}

const COUNTED_CATEGORIES = sql`(
  select json_agg(choices order by value) from (select 'category' as filter, value, products from counted) choices)`

/** Specifications that a row of a list shows. */
const ROW_SPECIFICATIONS = sql.lit(2)

/** One page of the matching products in index order, without counting them. */
async function selectPage(db: Database, search: Search, match: RawBuilder<unknown>): Promise<Row[]> {
  const page = pageRows(productsWith(match), search)
  const { rows } = await sql<{ page: Row[] }>`select (${page}) as page`.execute(db)
  return rows[0]?.page ?? []
}

/**
 * SQL for a page of these rows of product_search, as JSON of their products.
 * @param options.hasScore the rows have a `score`; without it, best means newest.
 */
function pageRows(source: RawBuilder<unknown>, search: Search, { hasScore = false } = {}) {
  const { limit, offset, after, sort } = pageOf(search)
  const order = orderSql(sort === 'score' && !hasScore ? 'newest' : sort, after)
  // Positions are computed for the rows of the page only: the planner would compute them for all matches
  // before sorting.
  return sql`
    select coalesce(json_agg(to_jsonb(products) || jsonb_build_object('position', ${order.position}, 'shown', specifications_of(products.category, products.specifications, ${ROW_SPECIFICATIONS})) order by place), '[]') from (
      select *, row_number() over () as place from (
        select product_id, ${order.keys}
        from (select * from ${source}) matches where ${order.isAfter}
        order by ${order.by} limit ${limit + 1} offset ${offset}) sorted) page
    join products on products.id = product_id`
}

/** The requested page; its sort is the order of the position that it continues from. */
export function pageOf(query: ProductSearchQuery) {
  const after = 'page' in query ? undefined : query.after
  const sort: OrderName = after?.[0] ?? (!query.sort || query.sort === 'best' ? 'score' : query.sort)
  if (!('page' in query)) return { after, sort, limit: query.limit, offset: 0 }
  return { after, sort, limit: PAGE_SIZE, offset: (Math.min(query.page, LAST_PAGE) - 1) * PAGE_SIZE }
}
