import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { inSpan } from '#observe/trace.ts'
import { databaseFailure, recordFailure } from './database-failure.ts'
import { CONNECT_TIMEOUT_MS, recordOpened, recordReadOnly, StorePool } from './pool.ts'
import { preparedName } from './prepared-statement.ts'
import type { Tables } from './schema/tables.ts'
import { type SessionSettings, settingStatements } from './session-settings.ts'
import { statementName } from './statement-name.ts'

/** Where queries go: the pool, or one transaction of it. Query functions take it first. */
export type Database = Kysely<Tables>

export type Connection = ReturnType<typeof connect>

export type ConnectOptions = {
  /** Maximum number of connections. */
  max?: number
  /** How long to wait for a connection, in ms. */
  connectMs?: number
  settings?: SessionSettings
  /**
   * Whether the URL is a pooler in transaction mode: then `setForRole` has made the settings, and nothing is
   * prepared.
   */
  pooled?: boolean
  /** Called when a connection broke while idle (a restarted database). The pool replaces it by itself. */
  onError?: (error: Error) => void
}

/** Opens a pool and its query builder to PostgreSQL 15 or newer. Nothing is sent before the first query. */
export function connect(url: string, options: ConnectOptions = {}) {
  const { pooled = false, max = 12 } = options
  const pool = openPool(url, { ...options, max })
  let statements = 0
  const queries = poolOfQueries(pool, { prepare: !pooled })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: queries }),
    log: (event) => {
      if (event.level === 'query') statements += 1
    },
  })
  /** Waits for running queries. */
  const close = async () => {
    await db.destroy()
    // The query builder ends a pool only if it has sent a query.
    if (!pool.ended) await pool.end()
  }
  return {
    db,
    pool,
    /** Maximum number of connections. */
    max,
    /** The pool for query builders: prepares statements and closes broken connections. */
    queries,
    /** SQL statements sent since the start; the benchmark prints it per call. */
    statements: () => statements,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Opens a pool with the settings of the store's connections. Nothing is sent before the first query. */
export function openPool(url: string, options: ConnectOptions & { max: number }): pg.Pool {
  const pool = new StorePool({
    connectionString: url,
    max: options.max,
    // One stays open: after an idle time, other programs may have taken the server's last connection.
    min: 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: options.connectMs ?? CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'driveline',
    // The pool waits for it, though its types do not say so.
    async onConnect(client: pg.ClientBase) {
      // The pool listens for errors of idle connections only. One that breaks while in use fails its query;
      // without a listener Node would end the whole process too.
      client.on('error', () => undefined)
      recordOpened(client)
      if (!options.pooled) await client.query(settingStatements(options.settings))
    },
  })
  pool.on('error', (error) => {
    // The server may close the last sockets of a pool that ends before the pool does.
    if (!pool.ending) options.onError?.(error)
  })
  return pool
}

/** Timeout of a query when the network is dead, in ms; the server's own timeouts come first. */
const RESPONSE_TIMEOUT_MS = 8_000

const SPAN = { kind: 'CLIENT', attributes: { 'db.system.name': 'postgresql' } } as const

/** Sends a statement. In a trace it has its name, never its text or its values. */
export function sendStatement(
  client: pg.ClientBase,
  statement: { text: string; values: unknown[]; name?: string; query_timeout: number },
): Promise<pg.QueryResult> {
  return inSpan(statementName(statement.text), SPAN, () => client.query(statement))
}

/**
 * The pool as the query builder uses it: names queries that are to be prepared, and closes broken
 * connections.
 * @param options.prepare false where a prepared statement may be missing at its next use.
 */
function poolOfQueries(pool: pg.Pool, { prepare }: { prepare: boolean }): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        recordFailure(error)
        throw error
      })
      let broken = false
      const query = async (text: string, values: unknown[] = []): Promise<unknown> => {
        const name = prepare ? preparedName(text) : undefined
        const config = { text, values, query_timeout: RESPONSE_TIMEOUT_MS, ...(name ? { name } : {}) }
        try {
          return await sendStatement(client, config)
        } catch (error) {
          recordFailure(error)
          const failure = databaseFailure(error)
          if (failure === 'read_only') recordReadOnly()
          broken ||= failure === 'lost' || failure === 'read_only'
          throw error
        }
      }
      // The other form of `query` is for cursors, which this dialect does not use.
      return { query: query as PostgresPoolClient['query'], release: () => client.release(broken) }
    },
    end: () => pool.end(),
  }
}
