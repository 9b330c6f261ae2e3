import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { databaseFailure, recordFailure } from './database-failure.ts'
import { settingStatements } from './session-settings.ts'
import type { Tables } from './schema/tables.ts'

/** Where queries go: the pool, or one transaction of it. Query functions take it first. */
export type Database = Kysely<Tables>

/** An open pool of connections. `close` waits for running queries. */
export type Connection = {
  db: Database
  pool: pg.Pool
  /** SQL statements sent since the start; the benchmark prints it per call. */
  statements: () => number
  close(): Promise<void>
}

/**
 * Opens a pool. Nothing is sent before the first query.
 * @param url PostgreSQL ≥ 15.
 * @param options.max connections at most. While the server has none left for a new one, the pool goes on with those it has.
 * @param options.statementMs what one statement may take.
 * @param options.pooled whether the URL leads to a pooler in transaction mode: `setForRole` has made the settings, and nothing is prepared.
 * @param options.onError told of a connection that broke while idle (a restarted database), which the pool replaces by itself.
 */
export function connect(
  url: string,
  options: { max?: number; statementMs?: number; pooled?: boolean; onError?: (error: Error) => void } = {},
): Connection {
  const { pooled = false } = options
  const pool = new PatientPool({
    connectionString: url,
    max: options.max ?? 12,
    // One stays: who comes first after a quiet time must not find that others have taken the last connection.
    min: 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'driveline',
    // The pool waits for it, though its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    async onConnect(client: pg.ClientBase) {
      // The pool hears the connections that lie idle. One that breaks in somebody's hands fails his query, and with nobody to hear it Node
      // would end the whole process.
      client.on('error', () => undefined)
      openedAt.set(client, performance.now())
      if (!pooled) await client.query(settingStatements(options.statementMs))
    },
  })
  let closing = false
  pool.on('error', (error) => {
    // The pool calls itself ended a moment before its last sockets close; the server may be quicker.
    if (!closing) options.onError?.(error)
  })
  let statements = 0
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: sendThrough(pool, { prepare: !pooled }) }),
    log: (event) => {
      if (event.level === 'query') statements += 1
    },
  })
  return {
    db,
    pool,
    statements: () => statements,
    async close() {
      closing = true
      await db.destroy()
      // The query builder ends a pool only once it has asked something itself.
      if (!pool.ended) await pool.end()
    },
  }
}

/** The wait for a connection, in ms. */
const CONNECT_MS = 5_000
/** After the server had no connection left, the pool tries to grow again, in ms. */
const GROW_AGAIN_MS = 10_000
/** Between two tries of a pool that has no connection at all, in ms. */
const TRY_AGAIN_MS = 100
/** PostgreSQL's code for: no connection left, of the server, the database or the role. */
const TOO_MANY_CONNECTIONS = '53300'

/** When each connection was opened, and when one was last found to lead to a server that takes no changes; performance.now(). */
const openedAt = new WeakMap<pg.ClientBase, number>()
let readOnlyAt = 0

type OnConnected = Parameters<pg.Pool['connect']>[0]

/**
 * A pool for all ways to ask: when the server has no connection left for a new one, a query waits for one that the pool has. After
 * a failover, a connection that is older may lead to a server that is behind: it is closed.
 */
class PatientPool extends pg.Pool {
  readonly #max = this.options.max

  override connect(): Promise<pg.PoolClient>
  /** As `pool.query` does it. */
  override connect(callback: OnConnected): void
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | void {
    const connecting = this.#connectOrWait()
    if (!callback) return connecting
    /* oxlint-disable promise/no-callback-in-promise -- pg hands its own callback in */
    connecting.then(
      (client) => callback(undefined, client, (destroy) => client.release(destroy)),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    /* oxlint-enable promise/no-callback-in-promise */
  }

  async #connectOrWait(): Promise<pg.PoolClient> {
    const begun = performance.now()
    for (;;) {
      try {
        const client = await super.connect()
        if ((openedAt.get(client) ?? 0) >= readOnlyAt) return client
        client.release(true)
      } catch (error) {
        const tooMany = error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS
        if (!tooMany || performance.now() - begun > CONNECT_MS) throw error
        if (this.options.max === this.#max)
          setTimeout(() => (this.options.max = this.#max), GROW_AGAIN_MS).unref()
        this.options.max = Math.max(1, this.totalCount)
        if (this.totalCount === 0) await delay(TRY_AGAIN_MS)
      }
    }
  }
}

/** A network that is gone says nothing: the server's own limits come first, this one ends the wait. In ms. */
const NO_ANSWER_MS = 8_000

/** Statements that each connection keeps prepared, at most. */
const PREPARED_MAX = 100

/** What may mean other columns after a newer store has migrated the same database; prepared, it would then fail. */
const ALL_COLUMNS = /(?:select|returning) \*|\.\*/

/**
 * The same pool, sending what is sent again and again as prepared statements: PostgreSQL plans such a one once per connection
 * instead of each time, which is half of its work for an order.
 * @param options.prepare false where a statement that was prepared may be missing at its next use.
 */
function sendThrough(pool: pg.Pool, options: { prepare: boolean }): PostgresPool {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
    if (!options.prepare) return undefined
    const name = names.get(text)
    if (name || values.length === 0 || names.size >= PREPARED_MAX || ALL_COLUMNS.test(text)) return name
    if (seen.delete(text)) names.set(text, `often_${names.size}`)
    // Texts that differ each time (a list of any length) must not pile up.
    else if (seen.size < PREPARED_MAX * 10) seen.add(text)
    return names.get(text)
  }
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        recordFailure(error)
        throw error
      })
      let useless = false
      const query = async (text: string, values: unknown[] = []): Promise<unknown> => {
        const name = nameOf(text, values)
        const asked = { text, values, query_timeout: NO_ANSWER_MS, ...(name ? { name } : {}) }
        try {
          return await client.query(asked)
        } catch (error) {
          recordFailure(error)
          const trouble = databaseFailure(error)
          if (trouble === 'read_only') readOnlyAt = performance.now()
          useless ||= trouble === 'lost' || trouble === 'read_only'
          throw error
        }
      }
      // The other form of `query` is for cursors, which this dialect is not given.
      // After a failover the next connection may lead to the server that takes changes.
      return { query: query as PostgresPoolClient['query'], release: () => client.release(useless) }
    },
    end: () => pool.end(),
  }
}
