import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { filterCondition } from './facets.server.ts'
import type { ProductFilters } from './facets.ts'
import type { ParsedSearch, SearchCriteria } from './parse-search.server.ts'
import { EXACT_MATCHES } from './rank-matches.server.ts'

/**
 * The numbers of parts that a search without results finds without its filters, without its vehicle (with the
 * filters), and by one of its words; 0 for what it does not have.
 */
export type Offers = {
  withoutFilters: number
  withoutVehicle: number
  words: { word: string; total: number }[]
}

/**
 * Counts what other searches would find, in one statement.
 * @param search.found the parts that the search finds without its filters.
 * @param filters of the search: those without its vehicle are counted with them.
 */
export async function countOffers(
  db: Database,
  { withoutVehicle, words, found }: ParsedSearch['offers'] & { found: number },
  filters: ProductFilters,
): Promise<Offers> {
  const withoutFilters = Math.min(found, EXACT_MATCHES)
  if (withoutVehicle.length === 0 && words.length === 0)
    return { withoutFilters, withoutVehicle: 0, words: [] }
  const filter = filterCondition(filters)
  const anyVehicle = withoutVehicle.map(
    ({ match }) => sql`nullif(${countOf(sql`${match} and ${filter}`)}, 0)`,
  )
  const { rows } = await sql<{ withoutVehicle: number; words: number[] }>`
    select coalesce(${sql.join([...anyVehicle, sql`0`])})::int as "withoutVehicle",
           array[${sql.join(words.map(({ criteria }) => countOf(criteria.match)))}]::int[] as words`.execute(
    db,
  )
  const [row] = rows
  const counted = words.map(({ word }, at) => ({ word, total: row?.words[at] ?? 0 }))
  return {
    withoutFilters,
    withoutVehicle: row?.withoutVehicle ?? 0,
    words: counted.filter(({ total }) => total > 0),
  }
}

const countOf = (match: SearchCriteria['match']): RawBuilder<unknown> =>
  sql`(select count(*) from (select from product_search where ${match} limit ${EXACT_MATCHES}) matches)`
