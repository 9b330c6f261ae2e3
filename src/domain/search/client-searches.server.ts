import { ok, type Outcome, refuseTooMany } from '../shared/outcome.ts'
import type { BrowsingShop } from '../shop.ts'

/**
 * The shop for the requests of one client: its searches take turns with those of the others.
 * @param client its IP address, as rate limits count it.
 */
export function shopForClient<S extends BrowsingShop>(shop: S, client: string): S {
  const { searchBulkhead } = shop
  const inTurn = <T>(lane: string, work: () => Promise<T>) => searchBulkhead(lane, work, client)
  return { ...shop, searchBulkhead: Object.assign(inTurn, { stats: () => searchBulkhead.stats() }) }
}

/**
 * Counts a request that searches, however many searches it runs. Called before the first of them.
 * Refusals: too_many_requests.
 * @param kind `listing`: a page of parts without words or a vehicle, or suggestions.
 */
export async function countSearch(
  shop: BrowsingShop,
  client: string,
  kind: 'search' | 'listing',
): Promise<Outcome<null>> {
  const limit = kind === 'search' ? 'searchesPerAddress' : 'listingsPerAddress'
  const wait = await shop.limits.consume(limit, [client])
  return wait ? refuseTooMany('You have searched many times in a short time.', wait) : ok(null)
}

/** The kind of a search by these words and this make. */
export const kindOfSearch = (q: string | undefined, make: string | undefined) =>
  q || make ? ('search' as const) : ('listing' as const)
