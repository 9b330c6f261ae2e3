import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '#config/operator-error.ts'
import { codeOf, messageOf } from '#config/thrown-error.ts'
import { databaseFailure } from './database-failure.ts'
import { type DatabaseUrls, isPooled } from './database-urls.ts'
import { migrate } from './migrate.ts'
import { setForRole } from './session-settings.ts'
import { OlderStoreError } from './take-over.ts'

export class DatabaseUnusableError extends OperatorError {}

/** The oldest PostgreSQL that the migrations work on. */
const OLDEST_VERSION = 15
const RETRY_MS = 500
/** Timeout of a connection or statement, in ms. */
const CONNECT_TIMEOUT_MS = 5_000
/** A notification takes milliseconds; the rest allows for a busy machine. */
const NOTIFICATION_TIMEOUT_MS = 10_000

/** Work of a start failed because the database is unavailable, as reported by another process. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** How long a start waits. `onWait` is called once for each work, with the reason. `signal` ends the wait. */
export type StartWait = { waitMs: number; onWait: (reason: string) => void; signal?: AbortSignal }

/**
 * Waits for the database and applies missing migrations.
 * @throws DatabaseUnusableError on timeout, and immediately for what waiting does not fix: a wrong password,
 * an unknown database, an old PostgreSQL, a pooler that swallows notifications.
 */
export async function prepareDatabase(urls: DatabaseUrls, wait: StartWait): Promise<void> {
  try {
    await retryWhileUnavailable(wait, () => tryDatabase(urls))
  } catch (error) {
    if (error instanceof DatabaseUnusableError) throw error
    if (error instanceof OlderStoreError) throw new DatabaseUnusableError(error.message, { cause: error })
    throw new DatabaseUnusableError(`The database cannot be used: ${reasonOf(error)}. ${fixFor(error)}`, {
      cause: error,
    })
  }
}

/**
 * Retries repeatable work while the database is unreachable, starting, read-only or out of connections, and
 * after its connection was lost. The wait counts from the first failure, so that long work that was cut off
 * is retried, too.
 * @throws DatabaseUnusableError on timeout. And what the work throws for other reasons.
 */
export async function retryWhileUnavailable<T>(
  { waitMs, onWait, signal }: StartWait,
  work: () => Promise<T>,
): Promise<T> {
  let deadline: number | null = null
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || signal?.aborted) throw error
      const reason = reasonOf(error)
      if (deadline === null && waitMs > 0) onWait(reason)
      deadline ??= performance.now() + waitMs
      if (performance.now() >= deadline)
        throw new DatabaseUnusableError(
          `The database could not be used within ${waitMs / 1_000} s: ${reason}. Check that PostgreSQL is running and that DATABASE_URL leads to it, or let the store wait longer with DATABASE_WAIT_SECONDS.`,
          { cause: error },
        )
      // An abort ends the wait by a rejection; the work then runs once more, and its error is thrown.
      await delay(RETRY_MS, undefined, signal && { signal }).catch(() => undefined)
    }
  }
}

/** Exit code of a process that failed with a transient error: `EX_TEMPFAIL` in sysexits.h. */
export const TRANSIENT_EXIT_CODE = 75

/** Whether the error is transient, so that a failed start is worth repeating. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnusableError) return isTransient(error.cause)
  if (error instanceof DatabaseUnavailableError) return true
  return databaseFailure(error) !== null && !isRefusedLogin(error)
}

/** A wrong password or an unknown database; pgbouncer reports both with the code of a broken connection. */
function isRefusedLogin(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(?:28|3D)/.test(code)) return true
  return (
    code === '08P01' &&
    error instanceof Error &&
    /authentication failed|no such (?:user|database)|does not exist/.test(error.message)
  )
}

async function tryDatabase(urls: DatabaseUrls): Promise<void> {
  const open = (connectionString: string) => {
    const pool = new pg.Pool({
      connectionString,
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // A migration has no timeout: this detects a dead peer within 20 s.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    // The next query detects a connection that broke while idle.
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

/** @throws DatabaseUnusableError for an old version, and an error of code 25006 for a standby. */
export async function requireUsable(pool: Queryable): Promise<void> {
  const { rows } = await query<{ version: number; read_only: string }>(
    pool,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('transaction_read_only') as read_only`,
  )
  const version = rows[0]?.version ?? 0
  if (version < OLDEST_VERSION)
    throw new DatabaseUnusableError(
      `The database is PostgreSQL ${version}, and the store needs ${OLDEST_VERSION} or newer.`,
    )
  if (rows[0]?.read_only !== 'off')
    throw Object.assign(new Error('it is read-only, as a standby is'), { code: '25006' })
}

/**
 * Cache invalidation needs notifications. A pooler in transaction mode swallows them.
 * @throws DatabaseUnusableError when one does not arrive in time.
 */
export async function requireNotifications(
  direct: pg.Pool,
  usual: pg.Pool,
  timeoutMs = NOTIFICATION_TIMEOUT_MS,
): Promise<void> {
  const channel = `driveline_${randomUUID().replaceAll('-', '')}`
  const listener = await direct.connect()
  // A lost connection fails `listen`, or the notification does not arrive.
  listener.on('error', () => undefined)
  try {
    await listener.query({ text: `listen ${channel}`, query_timeout: CONNECT_TIMEOUT_MS } as pg.QueryConfig)
    const notified = once(listener, 'notification', { signal: AbortSignal.timeout(timeoutMs) })
    // Awaited below; until then its timeout must not count as an unhandled rejection.
    notified.catch(() => undefined)
    await query(usual, 'select pg_notify($1, $2)', [channel, ''])
    await notified.catch(async (cause: unknown) => {
      // The connection may be lost, or lead to a server that was the primary a moment ago.
      await requireUsable(listener)
      throw new DatabaseUnusableError(
        'The database’s notifications do not arrive: DATABASE_URL leads to a pooler in transaction mode, or DATABASE_DIRECT_URL to another database. Set DATABASE_DIRECT_URL to the PostgreSQL server itself, with the same database.',
        { cause },
      )
    })
  } finally {
    listener.release(true)
  }
}

type Queryable = Pick<pg.ClientBase, 'query'>

function query<Row extends pg.QueryResultRow>(
  pool: Queryable,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  // Supported by pg, but missing in its types.
  return pool.query<Row>({ text, values, query_timeout: CONNECT_TIMEOUT_MS } as pg.QueryConfig)
}

/** Why work failed, for a log line. */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnusableError && error.cause) return reasonOf(error.cause)
  const code = codeOf(error)
  const message = messageOf(error)
  // A host with several addresses fails with several errors and an empty message.
  return message && code && !message.includes(code) ? `${message} (${code})` : message || code
}

function fixFor(error: unknown): string {
  const code = codeOf(error)
  if (code.startsWith('28')) return 'Check the user and the password in DATABASE_URL.'
  if (code.startsWith('3D')) return 'Create it, or correct its name at the end of DATABASE_URL.'
  return 'Check DATABASE_URL, and DATABASE_DIRECT_URL if it is set.'
}
