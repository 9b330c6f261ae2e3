import type { PostgresPool } from 'kysely'
import { connect, type Connection, type Database } from './connection.ts'
import { runAfterOthers } from './embedded/run-after-others.ts'

/**
 * The connections of one store, separated by purpose, so that waiting in one pool does not block the others
 * (bulkheads).
 * `db` and `pool`: everything that changes something.
 */
export type ConnectionPools = Connection & {
  /** Reads of pages and of GET calls; a statement may take READ_MS. */
  reads: Database
  /** The same pool, for what does not go through the query builder. */
  readQueries: PostgresPool
  /** How many connections `reads` has. */
  readsMax: number
  /** Checks whether the database is reachable, and nothing else. */
  readiness: Database
  /** Each pool by its purpose: how many connections it may have, has, and has idle, and how many requests wait for one. */
  usage(): {
    pool: 'changes' | 'reads' | 'readiness'
    max: number
    open: number
    idle: number
    waiting: number
  }[]
}

/** Statement timeout of reads, in ms. */
export const READ_MS = 3_000

/**
 * @param options.max connections in all, at least 4: one for readiness, a third for reading, the rest for changes. `pooled` and `onError` as for `connect`.
 * @param options.embedded whether the database runs on this machine and is ours: then its reads run after its changes.
 */
export function connectPools(
  url: string,
  options: { max: number; pooled: boolean; embedded: boolean; onError: (error: Error) => void },
): ConnectionPools {
  const { onError, pooled, embedded } = options
  const third = Math.max(1, Math.floor(options.max / 3))
  const share = { readiness: 1, reads: third, changes: options.max - third - 1 }
  const changes = connect(url, { max: share.changes, pooled, onError, settings: { avoidTableScans: true } })
  const reads = connect(url, {
    max: share.reads,
    pooled,
    onError,
    settings: { statementMs: READ_MS },
    ...(embedded && { onOpened: runAfterOthers }),
  })
  const readiness = connect(url, { max: share.readiness, pooled, onError })
  return {
    ...changes,
    reads: reads.db,
    readQueries: reads.queries,
    readsMax: share.reads,
    readiness: readiness.db,
    usage: () =>
      (['changes', 'reads', 'readiness'] as const).map((name) => {
        const { pool } = { changes, reads, readiness }[name]
        const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool
        return { pool: name, max: share[name], open, idle, waiting }
      }),
    statements: () => changes.statements() + reads.statements() + readiness.statements(),
    async close() {
      await Promise.all([changes, reads, readiness].map((one) => one.close()))
    },
  }
}
