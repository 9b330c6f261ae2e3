import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import pg from 'pg'
import { CHANGE_CHANNEL } from '#db/change-channel.ts'
import type { CacheTag } from '#domain/shared/cache-tags.ts'
import type { Log } from './log.ts'

/**
 * How processes on one database invalidate each other's caches, by LISTEN and NOTIFY. It only makes them
 * faster than the expiry of what they cache (decision 147), so nothing waits for it.
 */
export type ChangeChannel = {
  /** Tells the other processes of a committed change within BATCH_MS. */
  publish(tag: CacheTag): void
  /** Whether changes of other processes arrive. */
  isConnected(): boolean
  stop(): Promise<void>
}

/** For how long changes are collected for one statement, in ms. */
const BATCH_MS = 20
/** Interval of attempts to connect, and of checks that the connection is alive, in ms. */
const CHECK_MS = 1_000
/** Timeout of a connection attempt and of a statement, in ms. */
const TIMEOUT_MS = 3_000
/** Connections that a channel uses. */
export const CHANNEL_CONNECTIONS = 1
/** The connection's application_name, by which `npx driveline reset` recognizes a running store. */
export const LISTENER_NAME = 'driveline-changes'

/**
 * Listens, and publishes on the same connection. Connects again when it is lost; also starts without a
 * database.
 * @param directUrl the server itself: a pooler in transaction mode passes no notifications on.
 * @param caches invalidated by changes of other processes, and cleared when some may have been missed.
 */
export async function openChangeChannel(
  directUrl: string,
  log: Log,
  caches: { invalidate(tag: CacheTag): void; clear(): void },
): Promise<ChangeChannel> {
  let connection: pg.Client | null = null
  let pending = new Set<CacheTag>()
  let timer: NodeJS.Timeout | null = null
  const stopping = new AbortController()
  // A connection must not get a statement while it runs another (pg 9 refuses it).
  const oneAtATime = pLimit(1)

  async function connect(): Promise<void> {
    const opening = new pg.Client({
      connectionString: directUrl,
      application_name: LISTENER_NAME,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    // The event 'end' follows; without a listener Node would exit.
    opening.on('error', () => undefined)
    opening.on('end', () => lose(opening))
    let backend = 0
    opening.on('notification', ({ payload, processId }) => {
      if (processId !== backend && payload) caches.invalidate(payload as CacheTag)
    })
    try {
      await opening.connect()
      // A lost notification costs no more than the expiry, so none waits for the disk.
      await opening.query(`set synchronous_commit = off; listen ${CHANGE_CHANNEL}`)
      const { rows } = await opening.query<{ pid: number }>('select pg_backend_pid() as pid')
      backend = rows[0]?.pid ?? 0
      // Stopped in between: otherwise it would stay open.
      stopping.signal.throwIfAborted()
      // What changed before it listened is unknown.
      caches.clear()
      connection = opening
    } catch {
      close(opening)
    }
  }

  function lose(lost: pg.Client): void {
    if (lost !== connection) return
    connection = null
    if (!stopping.signal.aborted)
      log.warn('the connection for changes of other processes was lost; until it is back, they show later')
  }

  async function maintain(): Promise<void> {
    while (!stopping.signal.aborted) {
      // `stop` ends the wait by a rejection; the loop then ends, too.
      await delay(CHECK_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      const checked = connection
      if (!checked) await connect()
      else await oneAtATime(() => checked.query('select')).catch(() => close(checked))
    }
  }

  async function send(): Promise<void> {
    timer = null
    const tags = [...pending]
    pending = new Set()
    // Without a connection, or on a standby, the change shows when the responses expire.
    await oneAtATime(() =>
      connection?.query('select pg_notify($1, tag) from unnest($2::text[]) as tag', [CHANGE_CHANNEL, tags]),
    ).catch(() => undefined)
  }

  /** A broken connection cannot say goodbye. */
  function close(client: pg.Client): void {
    lose(client)
    void client.end().catch(() => undefined)
  }

  await connect()
  void maintain()
  return {
    publish(tag) {
      pending.add(tag)
      timer ??= setTimeout(() => void send(), BATCH_MS).unref()
    },
    isConnected: () => connection !== null,
    async stop() {
      stopping.abort()
      if (timer) clearTimeout(timer)
      await send()
      await connection?.end().catch(() => undefined)
    },
  }
}
