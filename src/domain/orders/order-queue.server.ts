import type { Database } from '#db/connection.ts'
import { databaseFailure } from '#db/database-failure.ts'
import type { ShopRules } from '../shop.ts'
import { type NewOrder, storeOrders, type StoreResult } from './store-orders.server.ts'

/** Orders of this process on their way to the database. */
export type OrderQueue = {
  /** Stores the order, or returns the facts that stand against it. Throws what the database throws. */
  store(order: NewOrder): Promise<StoreResult>
}

/** Orders in one statement, at most. */
const BATCH_MAX = 32
/** Statements with orders of several customers at a time. */
const SHARED_MAX = 2
/** So many orders must wait before another statement is sent beside one that runs: with few in each, every order costs more. */
const WORTH_ANOTHER = 8
/** Statements with one order that may wait for a lock, at a time. */
const SINGLE_MAX = 4

type Entry = { order: NewOrder; done: (result: StoreResult) => void; failed: (error: unknown) => void }

/**
 * Orders that come at the same moment share a statement and its commit, which is most of what an order costs. A shared statement never waits
 * for a lock: it skips rows that other transactions have locked. An order whose customer or product it did not find is sent again alone, in a
 * statement that waits for locks, and what that finds is final. So a locked product delays only its own orders.
 */
export function createOrderQueue(db: Database, rules: ShopRules): OrderQueue {
  const shared = createLane({ most: SHARED_MAX, size: BATCH_MAX, worth: WORTH_ANOTHER }, async (entries) => {
    const results = await storeOrders(db, rules, ordersOf(entries), 'skip').catch((error: unknown) => {
      if (!wasRolledBack(error)) throw error
      return new Map<string, StoreResult>()
    })
    return (entry) => {
      const result = results.get(entry.order.id)
      if (result && isFinal(result)) entry.done(result)
      else single.add(entry)
    }
  })
  const single = createLane({ most: SINGLE_MAX, size: 1, worth: 1 }, async (entries) => {
    const results = await storeOrders(db, rules, ordersOf(entries), 'wait')
    return ({ order, done, failed }) => {
      const result = results.get(order.id)
      if (result) done(result)
      else failed(new Error('The statement did not say what became of an order'))
    }
  })
  return {
    store: (order) => new Promise((done, failed) => shared.add({ order, done, failed })),
  }
}

/** Whether a statement that skips locked rows has seen all that decides about an order. */
function isFinal(result: StoreResult): boolean {
  return result.stored || (result.facts.customer !== null && result.facts.product !== null)
}

const ordersOf = (entries: readonly Entry[]) => entries.map(({ order }) => order)

/** Whether nothing was stored for sure, although the statement failed for what it asked: one of its orders may be to blame. */
function wasRolledBack(error: unknown): boolean {
  const trouble = databaseFailure(error)
  return trouble === 'busy' || (trouble === null && error instanceof Error && 'severity' in error)
}

/**
 * Runs what is added in the order of arrival; entries of one part or one customer never at the same time.
 * @param limits.most batches at a time. `size`: entries in a batch, at most. `worth`: entries for which another batch is begun beside one
 * that runs, at least.
 * @param run returns what to do with each entry once the next batch was sent.
 */
function createLane(
  { most, size, worth }: { most: number; size: number; worth: number },
  run: (entries: Entry[]) => Promise<(entry: Entry) => void>,
) {
  let waiting: Entry[] = []
  let running = 0
  let begun = false
  const busy = new Set<string>()
  const namesOf = ({ order }: Entry) => [`part ${order.productId}`, `account ${order.accountId}`]

  function takeBatch(): Entry[] {
    const batch: Entry[] = []
    const left: Entry[] = []
    for (const entry of waiting) {
      const names = namesOf(entry)
      if (batch.length === size || names.some((name) => busy.has(name))) left.push(entry)
      else {
        batch.push(entry)
        for (const name of names) busy.add(name)
      }
    }
    waiting = left
    return batch
  }

  async function runBatch(batch: Entry[]): Promise<void> {
    running += 1
    const settle = await run(batch).catch((error: unknown) => {
      if (databaseFailure(error) === 'busy') refuseThoseBehind(batch, error)
      return ({ failed }: Entry) => failed(error)
    })
    running -= 1
    for (const entry of batch) for (const name of namesOf(entry)) busy.delete(name)
    start()
    // PostgreSQL works on the next batch while the answers to this one are written.
    setImmediate(() => batch.forEach(settle))
  }

  /** Those who wait for the same part or account would only wait as long again. */
  function refuseThoseBehind(batch: readonly Entry[], error: unknown): void {
    const names = new Set(batch.flatMap(namesOf))
    const isBehind = (entry: Entry) => namesOf(entry).some((name) => names.has(name))
    for (const { failed } of waiting.filter(isBehind)) failed(error)
    waiting = waiting.filter((entry) => !isBehind(entry))
  }

  function start(): void {
    begun = false
    while (running < most && waiting.length >= (running > 0 ? worth : 1)) {
      const batch = takeBatch()
      if (batch.length === 0) return
      void runBatch(batch)
    }
  }

  return {
    add(entry: Entry): void {
      waiting.push(entry)
      // Requests that arrived together are read in the same turn of the event loop.
      if (!begun) setImmediate(start)
      begun = true
    },
  }
}
