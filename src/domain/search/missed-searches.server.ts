import { sql } from 'kysely'
import { OverloadedError } from '#db/database-failure.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import { containing } from '../shared/text.ts'
import type { BrowsingShop, Shop } from '../shop.ts'
import type { IgnoreMissedSearchInput, ListMissedSearchesQuery, MissedSearch } from './missed-search.ts'
import { searchProducts } from './search-products.server.ts'

/** Distinct searches stored per day; more are not counted. */
export const MAX_STORED_PER_DAY = 1000

/**
 * Stores the counts of this process. For a job. Skips words that find something without the visitor's filters
 * and vehicle.
 */
export async function writeMissedSearches(
  shop: Pick<Shop, 'db' | 'browsing' | 'missedSearches'>,
): Promise<void> {
  const missed: { words: string; searches: number }[] = []
  for (const [words, searches] of shop.missedSearches.take())
    if (await findsNothing(shop.browsing, words)) missed.push({ words, searches })
  if (missed.length === 0) return
  await shop.db.transaction().execute(async (trx) => {
    // One process at a time, so that the day's limit holds.
    await sql`select pg_advisory_xact_lock(hashtext('driveline.missed_searches'))`.execute(trx)
    await sql`
      with today as (select (now() at time zone 'utc')::date as day),
      missed as (
        select words, searches, exists (select from missed_searches m, today where m.day = today.day and m.words = counted.words) as known
        from json_to_recordset(${JSON.stringify(missed)}) as counted (words text, searches integer)),
      numbered as (select *, row_number() over (partition by known) as place from missed)
      insert into missed_searches (day, words, searches)
      select day, words, searches from numbered, today
      where known or place <= ${MAX_STORED_PER_DAY} - (select count(*) from missed_searches m where m.day = today.day)
      on conflict (day, words) do update set searches = missed_searches.searches + excluded.searches`.execute(
      trx,
    )
  })
}

/**
 * Whether nothing in the store matches these words. While too many searches run, this returns false and they
 * are not counted.
 */
async function findsNothing(shop: BrowsingShop, words: string): Promise<boolean> {
  try {
    return (await searchProducts(shop, { q: words, page: 1, isExact: true })).total === 0
  } catch (error) {
    if (error instanceof OverloadedError) return false
    throw error
  }
}

/** Missed searches, most frequent first. Access: admins. `after`: the _id of the last one returned. */
export function listMissedSearches(
  shop: Pick<Shop, 'db' | 'searchBulkhead'>,
  query: ListMissedSearchesQuery,
): Promise<MissedSearch[]> {
  const { q = '', status, limit, after = null } = query
  return shop.searchBulkhead('admins', async () => {
    const { rows } = await sql<MissedSearch>`
      with listed as (
        select words, sum(searches)::integer as searches, max(day)::text as "lastDay" from missed_searches m
        where words ilike ${containing(q)}
          and exists (select from ignored_searches i where i.words = m.words) = ${status === 'ignored'}
        group by words)
      select words as "_id", words, searches, "lastDay" from listed
      where ${after}::text is null
        or (-searches, words) > (select -sum(searches), words from missed_searches where words = ${after} group by words)
      order by -searches, words limit ${limit}`.execute(shop.db)
    return rows
  })
}

/**
 * Takes words off the list of missed searches, or puts them back. Access: admins. No change: modifiedCount 0.
 * Refusals: not_found for words that are not on the list.
 */
export async function ignoreMissedSearch(
  shop: Pick<Shop, 'db'>,
  { words, ignored }: IgnoreMissedSearchInput,
): Promise<Outcome<UpdateResult>> {
  if (!ignored) {
    const { numDeletedRows } = await shop.db
      .deleteFrom('ignored_searches')
      .where('words', '=', words)
      .executeTakeFirstOrThrow()
    return ok({ modifiedCount: Number(numDeletedRows) })
  }
  const missed = await shop.db
    .selectFrom('missed_searches')
    .select('words')
    .where('words', '=', words)
    .limit(1)
    .executeTakeFirst()
  if (!missed) return refused('not_found', 'This search isn’t on the list.')
  const { numInsertedOrUpdatedRows = 0n } = await shop.db
    .insertInto('ignored_searches')
    .values({ words })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return ok({ modifiedCount: Number(numInsertedOrUpdatedRows) })
}
