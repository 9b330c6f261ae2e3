import { parseLsn, type PrimaryRow, type WalPosition } from './wal-position.ts'

/** The changes that this process knows of, its own and those of other processes. */
export type KnownChanges = {
  /** Grows with every change before it is acknowledged. */
  revision(): number
  /** True while every other process waits for this one before it acknowledges a change. */
  isConnected(): boolean
}

/**
 * A position of the primary that includes every change that was acknowledged before `queriedAt`
 * (performance.now()).
 */
export type RequestedPosition = WalPosition & { revision: number; queriedAt: number }

/** How long changes are collected for one query that no read waits for, in ms. */
const COLLECT_MS = 50

/**
 * Determines the position from which on a replica shows everything that was acknowledged.
 * @param queryPrimary sends PRIMARY_POSITION to the primary.
 * @param maxAgeMs after which a position is queried again, even without a known change: data of a replica is
 * never older.
 */
export function createAcknowledgedPosition(
  queryPrimary: () => Promise<PrimaryRow>,
  changes: KnownChanges,
  maxAgeMs: number,
) {
  let latest: RequestedPosition | null = null
  let pendingQuery: { revision: number; position: Promise<RequestedPosition | null> } | null = null
  let timer: NodeJS.Timeout | null = null

  /**
   * Reads that begin at the same revision share a query, which is sent after every change that they must see.
   */
  function shareQuery(): Promise<RequestedPosition | null> {
    const revision = changes.revision()
    if (pendingQuery?.revision === revision) return pendingQuery.position
    const position = queryPosition(revision).finally(() => {
      if (pendingQuery?.position === position) pendingQuery = null
    })
    pendingQuery = { revision, position }
    return position
  }

  async function queryPosition(revision: number): Promise<RequestedPosition | null> {
    const queriedAt = performance.now()
    try {
      const { lsn, timeline } = await queryPrimary()
      const position = { lsn: parseLsn(lsn), timeline, revision, queriedAt }
      if (!latest || latest.queriedAt < queriedAt) latest = position
      return position
    } catch {
      // Unknown: the read goes to the primary, which reports its failure.
      return null
    }
  }

  return {
    /**
     * The position for a read that begins now; null if it is unknown, so that only the primary may serve it.
     * Never rejects.
     */
    async current(): Promise<RequestedPosition | null> {
      if (!changes.isConnected()) return null
      const isKnown =
        latest?.revision === changes.revision() && performance.now() - latest.queriedAt < maxAgeMs
      return isKnown ? latest : shareQuery()
    },
    /**
     * While the primary is down, when nothing can be acknowledged: the last position, if no change is known
     * since; else null.
     */
    last: () => (latest?.revision === changes.revision() ? latest : null),
    /** Queries soon, so that the position of a change is known if the primary then fails. */
    noteChange() {
      timer ??= setTimeout(() => {
        timer = null
        void shareQuery()
      }, COLLECT_MS).unref()
    },
    stop() {
      if (timer) clearTimeout(timer)
    },
  }
}
