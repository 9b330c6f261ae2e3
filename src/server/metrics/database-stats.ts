import type pg from 'pg'
import { JOB_SCHEMA } from '#db/job-queue.ts'
import { withClient } from '#db/with-client.ts'

/** Statistics that only the database has, the same for every process of the store. */
export type DatabaseStats = {
  openPayments: number
  refundsDue: number
  mails: { waiting: number; failed: number }
  /** Imports that are being checked, applied or undone. */
  imports: number
  /**
   * Parts on sale that cannot be ordered: none left, or fewer than one order needs. Null when counting them
   * took too long.
   */
  stock: { outOfStock: number; belowMinimum: number } | null
}

export type DatabaseStatsReader = {
  /** The statistics; null when the database did not respond in time. Never rejects. */
  read(): Promise<DatabaseStats | null>
  stop(): void
}

/** Timeout of a connection and of each statement, in ms. */
const TIMEOUT_MS = 2_000
/**
 * How long statistics are cached, in ms: the minimum interval between statements, however often metrics are
 * collected.
 */
const FRESH_MS = 10_000
/** How long stock statistics are cached, in ms: their statement reads every part (0.3 s for a million). */
const STOCK_FRESH_MS = 60_000
/** Delay before the next attempt after a failure, in ms. */
const RETRY_MS = 5_000

type Cached<T> = { at: number; value: T | null; running: Promise<void> | null }

/**
 * Opens its own connection for each read, so that collecting metrics takes none from orders and holds none
 * between reads.
 * @param url the server itself or a pooler.
 */
export function createDatabaseStats(url: string): DatabaseStatsReader {
  let stopped = false
  const common = cached(FRESH_MS, readCommon)
  const stock = cached(STOCK_FRESH_MS, readStock)

  /** Returns the last value while it is fresh; after a failure, null without an immediate retry. */
  function cached<T>(freshMs: number, read: (client: pg.Client) => Promise<T>) {
    const state: Cached<T> = { at: -Infinity, value: null, running: null }
    return async (): Promise<T | null> => {
      const validMs = state.value === null ? RETRY_MS : freshMs
      if (performance.now() - state.at > validMs && !stopped) {
        state.running ??= readFrom(url, read)
          .then(
            (value) => void (state.value = value),
            () => void (state.value = null),
          )
          .finally(() => {
            state.at = performance.now()
            state.running = null
          })
        await state.running
      }
      return state.value
    }
  }

  return {
    async read() {
      const found = await common()
      return found && { ...found, stock: await stock() }
    },
    stop() {
      stopped = true
    },
  }
}

function readFrom<T>(url: string, read: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'driveline metrics',
  }
  return withClient(config, async (client) => {
    // In a transaction, since a pooler keeps settings only there: so the server cancels a statement that this
    // process no longer waits for.
    await client.query(`begin read only; set local statement_timeout = ${TIMEOUT_MS}`)
    const result = await read(client)
    await client.query('rollback')
    return result
  })
}

async function readCommon(client: pg.Client) {
  const { rows } = await client.query<{
    openPayments: number
    refundsDue: number
    imports: number
    waiting: number
    failed: number
  }>(
    `select (select count(*)::int from payments where state in ('creating', 'live')) as "openPayments",
            (select count(*)::int from refunds where state = 'due') as "refundsDue",
            (select count(*)::int from imports where status in ('checking', 'applying', 'undoing')) as imports,
            (select count(*)::int from ${JOB_SCHEMA}.job
             where name in ('mails', 'order-mails') and state in ('created', 'retry', 'active')) as waiting,
            (select count(*)::int from dead_letters) as failed`,
  )
  const { waiting = 0, failed = 0, ...found } = rows[0] ?? { openPayments: 0, refundsDue: 0, imports: 0 }
  return { ...found, mails: { waiting, failed } }
}

async function readStock(client: pg.Client) {
  const { rows } = await client.query<{ outOfStock: number; belowMinimum: number }>(
    `select count(*) filter (where available = 0)::int as "outOfStock",
            count(*) filter (where available > 0)::int as "belowMinimum"
     from products where available < min_order and deleted_at is null and not hidden`,
  )
  return rows[0] ?? { outOfStock: 0, belowMinimum: 0 }
}
