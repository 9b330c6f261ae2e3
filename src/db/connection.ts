import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './schema/tables.ts'

/** Where queries go: the pool, or one transaction of it. Query functions take it first. */
export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>

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
  })
  pool.on('error', (error) => options.onError?.(error))
  let statements = 0
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'query') statements += 1
    },
  })
  return { db, pool, statements: () => statements, close: () => db.destroy() }
}
