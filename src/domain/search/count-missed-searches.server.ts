import type { RateLimits } from '#db/rate-limits.ts'
import { countableWords } from './missed-search.ts'

/** Distinct searches that a process buffers between writes; more are not counted. */
const MAX_WAITING_SEARCHES = 100

/**
 * Searches without a result since the last write. In memory: a crash loses the counts since the last round of
 * the jobs.
 */
export type MissedSearches = {
  /**
   * Counts a search that found nothing, unless its words may identify a person, or this client has been
   * counted too often. Writes nothing. A cached response is not a search: it counts only for the first
   * visitor.
   * @param address the client's IP address, for the rate limit only.
   */
  count(q: string | undefined, address: string): Promise<void>
  /** Removes and returns the counts: number of searches by words. */
  take(): Map<string, number>
}

/**
 * Creates the empty counts of one process.
 * @param limits of counted searches per client address.
 */
export function createMissedSearches(limits: RateLimits): MissedSearches {
  let waiting = new Map<string, number>()
  return {
    async count(q = '', address) {
      const words = countableWords(q)
      if (words === null || (await limits.consume('missedSearchesPerAddress', [address]))) return
      if (waiting.has(words) || waiting.size < MAX_WAITING_SEARCHES)
        waiting.set(words, (waiting.get(words) ?? 0) + 1)
    },
    take() {
      const taken = waiting
      waiting = new Map()
      return taken
    },
  }
}
