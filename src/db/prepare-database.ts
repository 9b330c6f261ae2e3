import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseUrls, isPooled } from './database-urls.ts'
import { databaseFailure } from './database-failure.ts'
import { migrate } from './migrate.ts'
import { setForRole } from './session-settings.ts'

/** The database cannot be used as it is. `message` is for the operator. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

/** The oldest PostgreSQL that the migrations work on. */
const OLDEST_VERSION = 15
const RETRY_MS = 500
/** Timeout of a connection or statement, in ms. */
const CONNECT_TIMEOUT_MS = 5_000
/** A notification takes milliseconds; the rest allows for a busy machine. */
const NOTIFICATION_TIMEOUT_MS = 10_000

/** How long a start waits. `onWait` is called once, with the reason. */
export type StartWait = { waitMs: number; onWait: (reason: string) => void }

/**
 * Waits for the database and applies missing migrations.
 * @throws DatabaseUnusable on timeout, and immediately for what waiting does not fix: a wrong password, an unknown
 * database, an old PostgreSQL, a pooler that swallows notifications.
 */
export async function prepareDatabase(urls: DatabaseUrls, wait: StartWait): Promise<void> {
  try {
    await retryWhileAway(wait, () => tryDatabase(urls))
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error
    throw new DatabaseUnusable(`The database cannot be used: ${reasonOf(error)}. ${fixFor(error)}`, {
      cause: error,
    })
  }
}

/**
 * Retries work while the database is away, starting, read-only or out of connections.
 * @throws DatabaseUnusable on timeout. And what the work throws for other reasons.
 */
export async function retryWhileAway<T>({ waitMs, onWait }: StartWait, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + waitMs
  for (let waited = false; ; waited = true) {
    try {
      return await work()
    } catch (error) {
      if (!passes(error)) throw error
      const reason = reasonOf(error)
      if (performance.now() >= deadline)
        throw new DatabaseUnusable(
          `The database could not be used within ${waitMs / 1_000} s: ${reason}. Check that PostgreSQL runs and that DATABASE_URL leads to it, or let the store wait longer with DATABASE_WAIT_SECONDS.`,
          { cause: error },
        )
      if (!waited) onWait(reason)
      await delay(RETRY_MS)
    }
  }
}

async function tryDatabase(urls: DatabaseUrls): Promise<void> {
  const open = (connectionString: string) => {
    const pool = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    // A connection that breaks while idle is missed by the next query.
    return pool.on('error', () => undefined)
  }
  const direct = open(urls.directUrl)
  const usual = open(urls.url)
  try {
    await requireUsable(direct)
    await requireNotifications(direct, usual)
    await migrate(direct)
    if (isPooled(urls)) await setForRole(usual)
  } finally {
    await Promise.all([direct.end(), usual.end()])
  }
}

/** @throws DatabaseUnusable for an old version, and an error of code 25006 for a standby. */
export async function requireUsable(pool: pg.Pool): Promise<void> {
  const { rows } = await query<{ version: number; read_only: string }>(
    pool,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('transaction_read_only') as read_only`,
  )
  const version = rows[0]?.version ?? 0
  if (version < OLDEST_VERSION)
    throw new DatabaseUnusable(
      `The database is PostgreSQL ${version}, and the store needs ${OLDEST_VERSION} or newer.`,
    )
  if (rows[0]?.read_only !== 'off')
    throw Object.assign(new Error('it takes no changes, as a standby does'), { code: '25006' })
}

/**
 * Cache invalidation needs notifications. A pooler in transaction mode swallows them.
 * @throws DatabaseUnusable when one does not come back in time.
 */
export async function requireNotifications(
  direct: pg.Pool,
  usual: pg.Pool,
  timeoutMs = NOTIFICATION_TIMEOUT_MS,
): Promise<void> {
  const channel = `driveline_${randomUUID().replaceAll('-', '')}`
  const listener = await direct.connect()
  listener.on('error', () => undefined)
  try {
    await listener.query({ text: `listen ${channel}`, query_timeout: CONNECT_TIMEOUT_MS } as pg.QueryConfig)
    const notified = once(listener, 'notification', { signal: AbortSignal.timeout(timeoutMs) })
    notified.catch(() => undefined)
    await query(usual, 'select pg_notify($1, $2)', [channel, ''])
    await notified.catch((cause: unknown) => {
      throw new DatabaseUnusable(
        'The database’s notifications do not come back: DATABASE_URL leads to a pooler in transaction mode, or DATABASE_DIRECT_URL to another database. Set DATABASE_DIRECT_URL to the PostgreSQL server itself, with the same database.',
        { cause },
      )
    })
  } finally {
    listener.release(true)
  }
}

function query<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  // Known to pg, not to its types.
  return pool.query<Row>({ text, values, query_timeout: CONNECT_TIMEOUT_MS } as pg.QueryConfig)
}

/** Whether to retry. */
function passes(error: unknown): boolean {
  return databaseFailure(error) !== null && !/^(?:28|3D)/.test(codeOf(error))
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  // An address with several names fails with several errors and an empty message.
  return message && code && !message.includes(code) ? `${message} (${code})` : message || code
}

function fixFor(error: unknown): string {
  const code = codeOf(error)
  if (code.startsWith('28')) return 'Check the user and the password in DATABASE_URL.'
  if (code.startsWith('3D')) return 'Create it, or correct its name at the end of DATABASE_URL.'
  return 'Check DATABASE_URL, and DATABASE_DIRECT_URL if it is set.'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
