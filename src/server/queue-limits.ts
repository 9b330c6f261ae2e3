/**
 * Maximum number of searches that wait behind a running one, each for visitors and admins, how many of them
 * for one address, and how long, in ms. Addresses take turns, so a full share delays only its own; an office
 * of many people shares an address.
 */
export const SEARCH_QUEUE = { maxWaiting: 200, maxWaitingPerClient: 24, maxWaitMs: 3_000 }

/** Changes of one order, product or account; each holds a connection, which may wait for a lock. */
export const CHANGE_QUEUE = { maxRunning: 2, maxWaiting: 100, maxWaitMs: 3_000 }

/** Orders of one product. Many want the last units of a part at the same moment. */
export const ORDER_QUEUE = { maxRunning: 2, maxWaiting: 2_000, maxWaitMs: 5_000, failsTogether: true }

/**
 * Checkouts of all customers: each may wait for any of its parts. They have half of the connections of
 * changes. At a sale, customers would rather wait than order again; proxies wait for 30 s.
 */
export const CHECKOUT_QUEUE = { maxWaiting: 2_000, maxWaitMs: 20_000 }
