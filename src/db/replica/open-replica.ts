import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { codeOf } from '#config/thrown-error.ts'
import { createCounter } from '#observe/counter.ts'
import { READ_TIMEOUT_MS } from '../connection-pools.ts'
import { type Database, openPool, sendStatement } from '../connection.ts'
import { databaseFailure } from '../database-failure.ts'
import { DatabaseUnusableError, retryWhileUnavailable, type StartWait } from '../prepare-database.ts'
import type { Tables } from '../schema/tables.ts'
import { type DatabaseIdentity, IDENTITY, isSameDatabase } from './database-identity.ts'
import { createHeartbeat, READ_HEARTBEAT } from './heartbeat.ts'

/** The server that ran a browsing visitor's statement: `replica`, or the primary and why. */
export type BrowsingServer = 'replica' | `primary ${'unreachable' | 'behind' | 'busy' | 'lost'}`

export type Replica = Awaited<ReturnType<typeof openReplica>>

/** Timeout of a connection to the replica, in ms: the primary serves the read instead. */
const CONNECT_TIMEOUT_MS = 1_500
/** Timeout of a response when the network is dead, in ms; the server's own timeout comes first. */
const RESPONSE_TIMEOUT_MS = READ_TIMEOUT_MS + 500
/** Timeout of the query for the heartbeat, in ms; it detects a replica that hangs. */
const HEARTBEAT_TIMEOUT_MS = 1_000
/** Interval between attempts while the replica cannot be reached, in ms; no read waits for them. */
const TRY_AGAIN_MS = 1_000
/** Heartbeats within the maximum age: a change of this process hides the replica for one of them. */
const BEATS_PER_AGE = 4

/**
 * Opens a replica, or several behind one address, for reads that may be `maxAgeMs` old. The primary serves
 * those that the replica cannot. A replica that cannot be reached is tried again in the background.
 * @param options.max connections to it.
 * @param options.primary the connections that serve in its place. `beatDb`: for heartbeats.
 * @param options.log called with one line when it can no longer be reached, and when it can again.
 * @throws DatabaseUnusableError when it has another database than the primary.
 */
export async function openReplica(options: {
  url: string
  max: number
  maxAgeMs: number
  primary: PostgresPool
  beatDb: Database
  startWait: StartWait
  log: (line: string) => void
}) {
  const { maxAgeMs } = options
  const ownPool = openPool(options.url, {
    max: options.max,
    connectMs: CONNECT_TIMEOUT_MS,
    settings: { statementMs: READ_TIMEOUT_MS },
  })
  const heartbeat = createHeartbeat(options.beatDb, maxAgeMs / BEATS_PER_AGE, maxAgeMs)
  const servers = createCounter<BrowsingServer>()
  /** Up to when the server of each connection shows everything (performance.now()). */
  const shownUpTo = new WeakMap<pg.PoolClient, number>()
  /** When this process made its latest change: its reads show it. */
  let changedAt = -Infinity
  let isReachable = true
  const stopping = new AbortController()

  const shows = (client: pg.PoolClient) => {
    const upTo = shownUpTo.get(client) ?? -Infinity
    return upTo > changedAt && performance.now() - upTo < maxAgeMs
  }

  async function check(client: pg.PoolClient): Promise<void> {
    const statement = { text: READ_HEARTBEAT, query_timeout: HEARTBEAT_TIMEOUT_MS } as pg.QueryConfig
    const { rows } = await client.query<{ beat: number }>(statement)
    shownUpTo.set(client, heartbeat.upTo(rows[0]?.beat ?? -Infinity))
  }

  async function acquire(): Promise<pg.PoolClient | BrowsingServer> {
    if (!isReachable) return 'primary unreachable'
    heartbeat.keepUp()
    let client: pg.PoolClient | undefined
    try {
      client = await ownPool.connect()
      if (!shows(client)) await check(client)
      if (shows(client)) return client
      client.release()
      return 'primary behind'
    } catch {
      client?.release(true)
      // A full pool has let the read wait too long; otherwise no connection could be opened.
      if (!client && ownPool.totalCount >= options.max) return 'primary busy'
      lose()
      return 'primary unreachable'
    }
  }

  function lose(): void {
    if (!isReachable) return
    isReachable = false
    options.log('the replica cannot be read: the primary serves its reads until it can')
    void awaitReturn()
  }

  async function awaitReturn(): Promise<void> {
    while (!isReachable && !stopping.signal.aborted) {
      // `stop` ends the wait by a rejection; the loop then ends, too.
      await delay(TRY_AGAIN_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      const client = await ownPool.connect().catch(() => null)
      if (!client) continue
      isReachable = await check(client).then(
        () => true,
        () => false,
      )
      client.release(!isReachable)
    }
    options.log('the replica serves reads again')
  }

  async function onPrimary(why: BrowsingServer): Promise<PostgresPoolClient> {
    const client = await options.primary.connect()
    servers.add(why)
    return client
  }

  const pool: PostgresPool = {
    async connect() {
      const acquired = await acquire()
      if (typeof acquired === 'string') return onPrimary(acquired)
      let fallback: PostgresPoolClient | null = null
      let broken = false
      const query = async (text: string, values: unknown[] = []): Promise<unknown> => {
        if (fallback) return fallback.query(text, values)
        try {
          const result = await sendStatement(acquired, { text, values, query_timeout: RESPONSE_TIMEOUT_MS })
          servers.add('replica')
          return result
        } catch (error) {
          const failure = databaseFailure(error)
          broken = failure === 'lost' || failure === 'unavailable'
          // Applied changes cancel long reads (40001), some reads are too slow (57014), and the role may
          // lack the right to a table that an update has added (42501): none of them says anything about the
          // server.
          if (broken) lose()
          if (!broken && !['40001', '42501'].includes(codeOf(error))) throw error
        }
        fallback = await onPrimary('primary lost')
        return fallback.query(text, values)
      }
      return {
        query: query as PostgresPoolClient['query'],
        release() {
          acquired.release(broken)
          fallback?.release()
        },
      }
    },
    end: () => Promise.resolve(),
  }

  async function close(): Promise<void> {
    stopping.abort()
    await ownPool.end()
  }

  await retryWhileUnavailable(options.startWait, () => heartbeat.write())
  if (await isForeign(options.beatDb, ownPool)) {
    await close()
    throw new DatabaseUnusableError(
      'DATABASE_REPLICA_URL leads to another database than DATABASE_URL, not to a replica of it. Name a standby that replicates that server, with the same database, or remove the setting.',
    )
  }
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    /** Statements by the server that ran them. */
    servers,
    usage: () => ({ open: ownPool.totalCount, idle: ownPool.idleCount }),
    /** Call it for every change: from then on, reads of this process show it. */
    noteChange() {
      changedAt = performance.now()
    },
    close,
  }
}

/** Whether the replica has another database. One that cannot be reached may still be right. */
async function isForeign(primary: Database, pool: pg.Pool): Promise<boolean> {
  const [own] = (await primary.executeQuery(CompiledQuery.raw(IDENTITY))).rows as DatabaseIdentity[]
  const [its] = await pool.query<DatabaseIdentity>(IDENTITY).then(
    ({ rows }) => rows,
    () => [],
  )
  return own !== undefined && its !== undefined && !isSameDatabase(own, its)
}
