import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { codeOf } from '#config/thrown-error.ts'
import { createCounter } from '#observe/counter.ts'
import { READ_TIMEOUT_MS } from '../connection-pools.ts'
import { type Database, openPool, sendStatement } from '../connection.ts'
import { databaseFailure } from '../database-failure.ts'
import type { Outage } from '../outage.ts'
import { DatabaseUnusableError, retryWhileUnavailable, type StartWait } from '../prepare-database.ts'
import type { Tables } from '../schema/tables.ts'
import {
  type RequestedPosition,
  createAcknowledgedPosition,
  type KnownChanges,
} from './acknowledged-position.ts'
import { createReplicaServer, type ReplicaProblem } from './replica-server.ts'
import { recordStaleRead } from './stale-reads.ts'
import { PRIMARY_POSITION, type PrimaryRow } from './wal-position.ts'

/** The server that ran a browsing visitor's statement: `replica`, or the primary and why. */
export type BrowsingServer =
  | 'replica'
  | `primary ${ReplicaProblem | 'unknown_position' | 'behind' | 'busy' | 'lost'}`

export type Replica = Awaited<ReturnType<typeof openReplica>>

/** Timeout of a connection to the replica, in ms: the primary serves the read instead. */
const CONNECT_TIMEOUT_MS = 1_500
/** Timeout of a response when the network is dead, in ms; the server's own timeout comes first. */
const RESPONSE_TIMEOUT_MS = READ_TIMEOUT_MS + 500
/** Timeout of the query of the primary's position, in ms. */
const PRIMARY_TIMEOUT_MS = 1_500
/** How long before an outage of the primary other processes' changes may not have been announced, in ms. */
const UNANNOUNCED_MS = 5_000

/**
 * Opens a replica, for reads that show every acknowledged change: the primary serves those that the replica
 * cannot. A replica that cannot be reached is tried again in the background.
 * @param options.max connections to it. `maxAgeMs`: maximum age of what it shows, apart from acknowledged
 * changes.
 * @param options.primary the connections that serve in its place. `probeDb`: for one short statement to the
 * primary, which is waited for at first.
 * @param options.log called with one line when it is no longer used, and when it is used again.
 * @throws DatabaseUnusableError when it has another database than the primary.
 */
export async function openReplica(options: {
  url: string
  max: number
  maxAgeMs: number
  primary: PostgresPool
  probeDb: Database
  startWait: StartWait
  changes: KnownChanges
  outage: Outage
  log: (line: string) => void
}) {
  const ownPool = openPool(options.url, {
    max: options.max,
    connectMs: CONNECT_TIMEOUT_MS,
    settings: { statementMs: READ_TIMEOUT_MS },
  })
  const askPrimary = async () => {
    const { rows } = await options.probeDb.executeQuery(CompiledQuery.raw(PRIMARY_POSITION))
    return rows[0] as PrimaryRow
  }
  const acknowledged = createAcknowledgedPosition(
    () => withTimeout(askPrimary()),
    options.changes,
    options.maxAgeMs,
  )
  const identity = await retryWhileUnavailable(options.startWait, askPrimary)
  const server = createReplicaServer(ownPool, identity, options.maxAgeMs, (problem) =>
    options.log(problem === null ? 'the replica serves reads again' : PROBLEMS[problem]),
  )
  if ((await server.recheck()) === 'foreign') {
    server.stop()
    await ownPool.end()
    throw new DatabaseUnusableError(
      'DATABASE_REPLICA_URL leads to another database than DATABASE_URL, not to a replica of it. Name a standby that replicates that server, with the same database, or remove the setting.',
    )
  }
  const servers = createCounter<BrowsingServer>()

  /**
   * The position that a read must see. During an outage of the primary nothing is acknowledged: then the last
   * one.
   */
  async function positionToSee(): Promise<RequestedPosition | null> {
    const downSince = options.outage.since()
    const position = downSince === null ? await acknowledged.current() : null
    if (position) return position
    const since = downSince ?? (await options.outage.check())
    const last = since === null ? null : acknowledged.last()
    if (last && since !== null) recordStaleRead(since - UNANNOUNCED_MS)
    return last
  }

  async function acquire(): Promise<pg.PoolClient | BrowsingServer> {
    const position = await positionToSee()
    if (!position) return 'primary unknown_position'
    const acquired = await server.acquire(position)
    return typeof acquired === 'string' ? `primary ${acquired}` : acquired
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
          if (!server.wasPromoted(acquired)) {
            servers.add('replica')
            return result
          }
          broken = true
          server.markUnusable('promoted')
        } catch (error) {
          const failure = databaseFailure(error)
          broken = failure === 'lost' || failure === 'unavailable'
          // Applied changes cancel long reads (40001), and some reads are too slow (57014): neither says
          // anything about the server.
          if (broken) server.markUnusable('unreachable')
          if (!broken && codeOf(error) !== '40001') throw error
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
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    /** Statements by the server that ran them. */
    servers,
    usage: () => ({ open: ownPool.totalCount, idle: ownPool.idleCount }),
    /** Call it for every change that this process makes or hears of. */
    noteChange: () => acknowledged.noteChange(),
    async close() {
      acknowledged.stop()
      server.stop()
      await ownPool.end()
    },
  }
}

const PROBLEMS: Record<ReplicaProblem, string> = {
  unreachable: 'the replica cannot be reached: the primary serves its reads until it can',
  promoted:
    'the server of DATABASE_REPLICA_URL is not a standby: it was promoted, or is the primary itself. The primary serves its reads',
  foreign: 'the server of DATABASE_REPLICA_URL has another database: the primary serves its reads',
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = delay(PRIMARY_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('No response in time')
  })
  return Promise.race([work, late])
}
