import type { Database } from '#db/connection.ts'
import { databaseFailure } from '#db/database-failure.ts'
import type { ShopRules } from '../shop.ts'
import { type NewOrder, insertOrders, type StoreResult } from './insert-orders.server.ts'

/** Orders of this process that are not stored yet. */
export type OrderQueue = {
  /**
   * Stores the order, or returns the facts that refuse it.
   * @throws database errors.
   */
  store(order: NewOrder): Promise<StoreResult>
  /** Orders waiting for a statement. */
  waiting(): number
  /** Orders waiting, or in a running statement. */
  inFlight(): number
}

/** Maximum number of orders in one shared statement. */
const BATCH_MAX_ORDERS = 32
/** Shared statements at a time. */
const MAX_BATCHES = 2
/**
 * Orders that must wait before a second shared statement runs concurrently: with few in each, every order
 * costs more.
 */
const SECOND_BATCH_MIN_WAITING = 8
/** Single-order statements at a time. They may wait for locks. */
const MAX_SINGLES = 4

type Entry = {
  order: NewOrder
  resolve: (result: StoreResult) => void
  reject: (error: unknown) => void
}

/**
 * Orders that arrive at the same moment share a statement and its commit, which is most of the cost of an
 * order. A shared statement never waits for a lock: it skips rows that other transactions have locked. An
 * order whose account or product it did not find is sent again alone, in a statement that waits for locks and
 * whose result is final. So a locked row delays only the orders that need it.
 */
export function createOrderQueue(db: Database, rules: ShopRules): OrderQueue {
  const shared = createBatches(
    { maxRunning: MAX_BATCHES, maxSize: BATCH_MAX_ORDERS, minForNext: SECOND_BATCH_MIN_WAITING },
    async (entries) => {
      const results = await insertOrders(db, rules, ordersOf(entries), 'skip').catch((error: unknown) => {
        if (!wasRolledBack(error)) throw error
        return new Map<string, StoreResult>()
      })
      return (entry) => {
        const result = results.get(entry.order.id)
        if (result && sawAllFacts(result)) entry.resolve(result)
        else single.add(entry)
      }
    },
  )
  const single = createBatches({ maxRunning: MAX_SINGLES, maxSize: 1, minForNext: 1 }, async (entries) => {
    const results = await insertOrders(db, rules, ordersOf(entries), 'wait')
    return ({ order, resolve, reject }) => {
      const result = results.get(order.id)
      if (result) resolve(result)
      else reject(new Error('The statement returned no result for an order'))
    }
  })
  let inFlight = 0
  return {
    async store(order) {
      inFlight += 1
      try {
        return await new Promise((resolve, reject) => shared.add({ order, resolve, reject }))
      } finally {
        inFlight -= 1
      }
    },
    inFlight: () => inFlight,
    waiting: () => shared.waiting() + single.waiting(),
  }
}

/** Whether a statement that skips locked rows has seen all facts about an order. */
function sawAllFacts(result: StoreResult): boolean {
  return result.stored || (result.facts.customer !== null && result.facts.product !== null)
}

const ordersOf = (entries: readonly Entry[]) => entries.map(({ order }) => order)

/**
 * Whether the statement failed and certainly stored nothing: then one of its orders may be the cause, and the
 * others can still be stored.
 */
function wasRolledBack(error: unknown): boolean {
  const failure = databaseFailure(error)
  return failure === 'busy' || (failure === null && error instanceof Error && 'severity' in error)
}

/**
 * Runs entries in batches, in order of arrival; never two of one product or one account at the same time.
 * @param limits.maxRunning batches at a time. `maxSize`: entries in a batch. `minForNext`: entries that must
 * wait before another batch runs concurrently.
 * @param run returns what to do with each entry; that is done once the next batch has been sent.
 */
function createBatches(
  { maxRunning, maxSize, minForNext }: { maxRunning: number; maxSize: number; minForNext: number },
  run: (entries: Entry[]) => Promise<(entry: Entry) => void>,
) {
  let waiting: Entry[] = []
  let running = 0
  let scheduled = false
  /** Rows that the running batches lock. */
  const inUse = new Set<string>()
  const rowsOf = ({ order }: Entry) => [`product ${order.productId}`, `account ${order.accountId}`]

  function takeBatch(): Entry[] {
    const batch: Entry[] = []
    const remaining: Entry[] = []
    for (const entry of waiting) {
      const rows = rowsOf(entry)
      if (batch.length === maxSize || rows.some((row) => inUse.has(row))) remaining.push(entry)
      else {
        batch.push(entry)
        for (const row of rows) inUse.add(row)
      }
    }
    waiting = remaining
    return batch
  }

  async function runBatch(batch: Entry[]): Promise<void> {
    running += 1
    const respond = await run(batch).catch((error: unknown) => {
      if (databaseFailure(error) === 'busy') rejectWaitingBehind(batch, error)
      return ({ reject }: Entry) => reject(error)
    })
    running -= 1
    for (const entry of batch) for (const row of rowsOf(entry)) inUse.delete(row)
    start()
    // PostgreSQL works on the next batch while the responses to this one are written.
    setImmediate(() => batch.forEach(respond))
  }

  /**
   * After a lock timeout: entries of the same product or account would wait just as long for the same lock.
   */
  function rejectWaitingBehind(batch: readonly Entry[], error: unknown): void {
    const rows = new Set(batch.flatMap(rowsOf))
    const isBehind = (entry: Entry) => rowsOf(entry).some((row) => rows.has(row))
    for (const { reject } of waiting.filter(isBehind)) reject(error)
    waiting = waiting.filter((entry) => !isBehind(entry))
  }

  function start(): void {
    scheduled = false
    while (running < maxRunning && waiting.length >= (running > 0 ? minForNext : 1)) {
      const batch = takeBatch()
      if (batch.length === 0) return
      void runBatch(batch)
    }
  }

  return {
    waiting: () => waiting.length,
    add(entry: Entry): void {
      waiting.push(entry)
      // Requests that arrived together are read in the same turn of the event loop.
      if (!scheduled) setImmediate(start)
      scheduled = true
    },
  }
}
