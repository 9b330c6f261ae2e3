import { type RawBuilder, sql } from 'kysely'
import { type Facet, type FacetName, facetList, type Facets, type ProductFilters } from './facets.ts'

const columns = facetList.map(({ column }) => sql.raw(column))
/** SQL: the columns of all facets. */
export const facetColumns = sql.join(columns)

/** SQL condition for all filters, over product_search or product_counts; without those that are empty. */
export function filterCondition(filters: ProductFilters, open?: FacetName): RawBuilder<unknown> {
  const conditions = facetList.flatMap(({ name, column, kind, values }) => {
    const value = filters[name]
    if (!value || name === open) return []
    const [of] = [sql.raw(column)]
    if (kind === 'flag') return [of]
    if (kind === 'array') return [sql`${of} @> array[${value}::text]`]
    return [sql`${of} = ${kind === 'index' ? values?.indexOf(value) : value}`]
  })
  return sql.join([sql`true`, ...conditions], sql` and `)
}

/** The number of products for a value in the column of a facet; `filter` is null for all products. */
export type FacetCount = { filter: FacetName | null; value?: unknown; products: number }

/**
 * SQL for the choices of every filter with their product counts within the other filters, as JSON. Reads the
 * rows once.
 */
export function countFacets(
  filters: ProductFilters,
  source: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
) {
  const perFacet = (result: (facet: (typeof facetList)[number]) => RawBuilder<unknown>) =>
    sql.join(
      facetList.map((facet) => sql`when grouping(${sql.raw(facet.column)}) = 0 then ${result(facet)}`),
      sql` `,
    )
  const counted = (open?: FacetName) => sql`${count} filter (where ${filterCondition(filters, open)})`
  return sql`(
    select coalesce(json_agg(json_build_object('filter', filter, 'value', value, 'products', products) order by ${facetColumns}), '[]') from (
      select case ${perFacet(({ name }) => sql`${sql.lit(name)}`)} end as filter,
             case ${perFacet(({ column }) => sql`to_json(${sql.raw(column)})`)} end as value, ${facetColumns},
             case ${perFacet(({ name }) => counted(name))} else ${counted()} end::int as products
      from ${source} group by grouping sets (${facetColumns}, ())) counts
    where products > 0)`
}

export function toFacets(counts: readonly FacetCount[] = []): { total: number; facets: Facets } {
  const facets = facetList.map(({ name, list, kind, values }): [string, Facet[]] => {
    const own = counts.filter(({ filter }) => filter === name)
    // Without a name it cannot be chosen.
    const named = own.filter(({ value }) => value !== '')
    if (kind === 'text') return [list, named.map(({ value, products }) => choice(value, products))]
    // A product may have several values of an array.
    const has = (value: unknown, name: string, at: number) =>
      kind === 'array' ? Array.isArray(value) && value.includes(name) : value === (kind === 'flag' || at)
    const sums = (values ?? []).map((name, at) => {
      const matching = own.filter(({ value }) => has(value, name, at))
      return choice(
        name,
        matching.reduce((sum, { products }) => sum + products, 0),
      )
    })
    return [list, sums.filter(({ count }) => count > 0)]
  })
  const total = counts.find(({ filter }) => filter === null)?.products ?? 0
  return { total, facets: Object.fromEntries(facets) as Facets }
}

const choice = (value: unknown, count: number) => ({ name: String(value), count })

/** The same choices without counts, which would be those of the first matches only. */
export function withoutCounts(facets: Facets): Facets {
  const lists = Object.entries(facets).map(([list, choices]) => [
    list,
    choices.map(({ name }) => ({ name, count: null })),
  ])
  return Object.fromEntries(lists) as Facets
}
