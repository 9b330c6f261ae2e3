import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
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
 * @param options.max connections at most.
 * @param options.onError told of a connection that broke while idle (a restarted database), which the pool replaces by itself.
 */
export function connect(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    // A lock or a lost network must end in an answer, not in a request that hangs.
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'driveline',
    // A statement that was prepared while a table was small must not read it whole when it has grown; what has no index is read
    // whole all the same. Compiling such a plan would cost more than running it.
    options: '-c enable_seqscan=off -c jit=off',
  })
  pool.on('error', (error) => options.onError?.(error))
  // One that breaks between two queries of a transaction: the next query fails. Unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  let statements = 0
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: prepareOften(pool) }),
    log: (event) => {
      if (event.level === 'query') statements += 1
    },
  })
  return {
    db,
    pool,
    statements: () => statements,
    async close() {
      await db.destroy()
      // The query builder ends a pool only once it has asked something itself.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Statements that each connection keeps prepared, at most. */
const PREPARED_MAX = 100

/** What may mean other columns after a newer store has migrated the same database; prepared, it would then fail. */
const ALL_COLUMNS = /(?:select|returning) \*|\.\*/

/**
 * The same pool, sending what is sent again and again as prepared statements: PostgreSQL plans such a one once per connection
 * instead of each time, which is half of its work for an order.
 */
function prepareOften(pool: pg.Pool): PostgresPool {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
    const name = names.get(text)
    if (name || values.length === 0 || names.size >= PREPARED_MAX || ALL_COLUMNS.test(text)) return name
    if (seen.delete(text)) names.set(text, `often_${names.size}`)
    // Texts that differ each time (a list of any length) must not pile up.
    else if (seen.size < PREPARED_MAX * 10) seen.add(text)
    return names.get(text)
  }
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: unknown[] = []): Promise<unknown> => {
        const name = nameOf(text, values)
        return client.query(name ? { name, text, values } : { text, values })
      }
      // The other form of `query` is for cursors, which this dialect is not given.
      return { query: query as PostgresPoolClient['query'], release: () => client.release() }
    },
    end: () => pool.end(),
  }
}
