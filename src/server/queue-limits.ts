/**
 * Maximum number of searches that wait behind a running one, each for visitors and admins, how many of them
 * for one address, and how long, in ms. Addresses take turns, so a full share delays only its own; an office
 * of many people shares an address.
 */
export const SEARCH_QUEUE = { maxWaiting: 200, maxWaitingPerClient: 24, maxWaitMs: 3_000 }

/** Changes of one order, product or account; each holds a connection, which may wait for a lock. */
export const CHANGE_QUEUE = { maxRunning: 2, maxWaiting: 100, maxWaitMs: 3_000 }

/**
 * With 4 or more orders in flight, a search is followed by a pause of 3 times its duration, at most 250 ms.
 */
const ORDERS_FIRST = { orders: 4, times: 3, maxMs: 250 }

/**
 * How long no other search of its kind starts after one, in ms: on a small machine, searches would otherwise
 * take the processors from orders (decision 122).
 */
export function cooldownAfterSearch(tookMs: number, ordersUnderway: number): number {
  return ordersUnderway < ORDERS_FIRST.orders ? 0 : Math.min(tookMs * ORDERS_FIRST.times, ORDERS_FIRST.maxMs)
}
