import { connect } from './connection.ts'

export type ConnectionPools = ReturnType<typeof connectPools>

/** Statement timeout of reads, in ms. */
export const READ_TIMEOUT_MS = 3_000

/**
 * The connections of one store, separated by purpose, so that waiting in one pool does not block the others
 * (bulkheads).
 * @param options.max connections in all, at least 4: one for readiness, a third for reads, the rest for
 * changes.
 * @param options.pooled as for `connect`; so is `onError`.
 */
export function connectPools(
  url: string,
  options: { max: number; pooled: boolean; onError: (error: Error) => void },
) {
  const { onError, pooled } = options
  const third = Math.max(1, Math.floor(options.max / 3))
  /** Everything that changes something. */
  const changes = connect(url, {
    max: options.max - third - 1,
    pooled,
    onError,
    settings: { avoidTableScans: true },
  })
  /** Reads of pages and of calls that change nothing; a statement may take READ_TIMEOUT_MS. */
  const reads = connect(url, {
    max: third,
    pooled,
    onError,
    settings: { statementMs: READ_TIMEOUT_MS },
  })
  /** Checks whether the database is reachable, and nothing else. */
  const readiness = connect(url, { max: 1, pooled, onError })
  const pools = { changes, reads, readiness }
  return {
    ...pools,
    /** Each pool: its maximum, open and idle connections, and how many requests wait for one. */
    usage: () =>
      Object.entries(pools).map(([name, { pool, max }]) => {
        const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool
        return { pool: name, max, open, idle, waiting }
      }),
    /** SQL statements sent by all pools since the start. */
    statements: () => changes.statements() + reads.statements() + readiness.statements(),
    async close() {
      await Promise.all(Object.values(pools).map((one) => one.close()))
    },
  }
}
