/** Counts of the requests that the application handled, by route. */
export type RequestCounts = {
  /**
   * @param route the name of a call or the pattern of a page, never the path that was sent.
   * @param seconds from the first middleware to the response, without sending its body.
   */
  add(route: string, status: number, seconds: number): void
  routes(): IterableIterator<[route: string, counts: RouteCounts]>
}

/** The counts of one route. `inBucket` has one number per bound and one for slower requests. */
export type RouteCounts = { statuses: Map<number, number>; inBucket: number[]; seconds: number }

/**
 * The upper bounds of the histogram's buckets, in seconds: pages take milliseconds, and the longest waits end
 * after 8 s.
 */
export const BUCKET_BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
/**
 * More routes than the store has. Further ones are counted together, so that a naming mistake cannot fill the
 * memory.
 */
const MAX_ROUTES = 300
/** The route of requests beyond MAX_ROUTES. */
export const OTHER_ROUTES = 'other'

/** Plain numbers, since every request adds to them; they become metrics when they are collected. */
export function createRequestCounts(): RequestCounts {
  const routes = new Map<string, RouteCounts>()

  function countsOf(route: string): RouteCounts {
    const known = routes.get(route)
    if (known) return known
    if (routes.size >= MAX_ROUTES && route !== OTHER_ROUTES) return countsOf(OTHER_ROUTES)
    const counts = { statuses: new Map(), inBucket: Array(BUCKET_BOUNDS.length + 1).fill(0), seconds: 0 }
    routes.set(route, counts)
    return counts
  }

  return {
    add(route, status, seconds) {
      const counts = countsOf(route)
      counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
      counts.seconds += seconds
      let bucket = 0
      while (bucket < BUCKET_BOUNDS.length && seconds > (BUCKET_BOUNDS[bucket] ?? 0)) bucket += 1
      counts.inBucket[bucket] = (counts.inBucket[bucket] ?? 0) + 1
    },
    routes: () => routes.entries(),
  }
}
