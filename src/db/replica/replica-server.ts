import type { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { RequestedPosition } from './acknowledged-position.ts'
import {
  type DatabaseIdentity,
  includes,
  parseLsn,
  REPLICA_POSITION,
  type ReplicaRow,
  type WalPosition,
} from './wal-position.ts'

/** Why a replica is not used: it is unreachable, accepts changes itself, or has another database. */
export type ReplicaProblem = 'unreachable' | 'promoted' | 'foreign'

/** Timeout of the query for the position, in ms; it detects a replica that hangs. */
const POSITION_TIMEOUT_MS = 1_000
/** Interval between attempts while the replica is not used, in ms; no read waits for them. */
const TRY_AGAIN_MS = 1_000

/**
 * The server, or several behind one host name, that may serve reads.
 * @param identity the primary's: a replica with another one is not used.
 * @param recheckMs after which a connection's server is queried again, since it may have been promoted.
 * @param onChange called when the replica is no longer used, or used again (null).
 */
export function createReplicaServer(
  pool: pg.Pool,
  identity: DatabaseIdentity,
  recheckMs: number,
  onChange: (problem: ReplicaProblem | null) => void,
) {
  const positions = trackPositions(identity, recheckMs)
  const stopping = new AbortController()
  let problem: ReplicaProblem | null = null
  let retries: Promise<void> | null = null

  function setProblem(found: ReplicaProblem | null): void {
    if (found === problem) return
    problem = found
    onChange(found)
    if (found !== null) retries ??= retry()
  }

  async function retry(): Promise<void> {
    while (!stopping.signal.aborted && problem !== null) {
      // `stop` ends the wait by a rejection; the loop then ends, too.
      await delay(TRY_AGAIN_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) setProblem(await tryOnce())
    }
    retries = null
  }

  async function tryOnce(): Promise<ReplicaProblem | null> {
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch {
      // Whatever the reason is, the next attempt follows.
      return 'unreachable'
    }
    const found = await positions.query(client)
    client.release(found !== null)
    return found
  }

  return {
    /**
     * A connection to a server that has applied everything up to this position. `busy`: all connections are
     * in use for too long.
     */
    async acquire(position: RequestedPosition): Promise<pg.PoolClient | ReplicaProblem | 'behind' | 'busy'> {
      if (problem !== null) return problem
      let client: pg.PoolClient
      try {
        client = await pool.connect()
      } catch {
        // A full pool has let the read wait too long; otherwise no connection could be opened.
        if (pool.totalCount >= (pool.options.max ?? 0)) return 'busy'
        setProblem('unreachable')
        return 'unreachable'
      }
      if (positions.hasApplied(client, position)) return client
      const found = await positions.query(client)
      if (found !== null) {
        client.release(true)
        setProblem(found)
        return found
      }
      if (positions.hasApplied(client, position)) return client
      client.release()
      return 'behind'
    },
    /**
     * Whether the server of a connection has been promoted before its last response, which must then not be
     * used.
     */
    wasPromoted: positions.wasPromoted,
    /**
     * Records that a statement was lost, or that a server was promoted: it is not used until it responds as a
     * standby again.
     */
    markUnusable: (why: 'unreachable' | 'promoted') => setProblem(why),
    async recheck() {
      const found = await tryOnce()
      setProblem(found)
      return found
    },
    stop: () => stopping.abort(),
  }
}

/** Tracks the server of each connection: what it has applied, and whether it was promoted. */
function trackPositions(identity: DatabaseIdentity, recheckMs: number) {
  /**
   * The position that the server of each connection had applied, and when it was queried (performance.now()).
   * Several servers may share a host name.
   */
  const positions = new WeakMap<pg.PoolClient, WalPosition & { queriedAt: number }>()
  const promoted = new WeakSet<pg.PoolClient>()

  /** The server responded that it is no longer a standby. */
  function watchPromotion(client: pg.PoolClient): void {
    const { connection } = client as pg.PoolClient & { connection: EventEmitter }
    connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby' && status.parameterValue === 'off') promoted.add(client)
    })
  }

  /** Records the position that its server has applied. */
  async function query(client: pg.PoolClient): Promise<ReplicaProblem | null> {
    const queriedAt = performance.now()
    try {
      const statement = { text: REPLICA_POSITION, query_timeout: POSITION_TIMEOUT_MS } as pg.QueryConfig
      const [row] = (await client.query<ReplicaRow>(statement)).rows
      if (!row) return 'unreachable'
      if (row.cluster !== identity.cluster || row.database !== identity.database) return 'foreign'
      if (!row.isStandby) return 'promoted'
      if (!positions.has(client)) watchPromotion(client)
      positions.set(client, { lsn: parseLsn(row.lsn ?? '0/0'), timeline: row.timeline, queriedAt })
      return null
    } catch {
      // The connection broke, or the server hangs.
      return 'unreachable'
    }
  }

  function hasApplied(client: pg.PoolClient, position: RequestedPosition): boolean {
    const applied = positions.get(client)
    return (
      applied !== undefined &&
      performance.now() - applied.queriedAt < recheckMs &&
      includes(applied, position)
    )
  }

  return { query, hasApplied, wasPromoted: (client: pg.PoolClient) => promoted.has(client) }
}
