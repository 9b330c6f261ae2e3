import { parseLsn, type PrimaryRow, type WalPosition } from './wal-position.ts'

/** The changes that this process knows of, its own and those of other processes. */
export type KnownChanges = {
  /** Grows with every change before it is acknowledged. */
  revision(): number
  /** True while every other process waits for this one before it acknowledges a change. */
  isConnected(): boolean
}

/**
 * A position of the primary that includes every change that was acknowledged before `askedAt`
 * (performance.now()).
 */
export type RequestedPosition = WalPosition & { revision: number; askedAt: number }

/** How long changes are collected for one query that no read waits for, in ms. */
const SOON_MS = 50

/**
 * Determines the position from which on a replica shows everything that was acknowledged.
 * @param ask sends PRIMARY_POSITION to the primary.
 * @param maxAgeMs after which a position is queried again, even without a known change: data of a replica is
 * never older.
 */
export function createAcknowledgedPosition(
  ask: () => Promise<PrimaryRow>,
  changes: KnownChanges,
  maxAgeMs: number,
) {
  let asked: RequestedPosition | null = null
  let asking: { revision: number; position: Promise<RequestedPosition | null> } | null = null
  let soon: NodeJS.Timeout | null = null

  /**
   * Reads that begin at the same revision share a query, which is sent after every change that they must see.
   */
  function askOnce(): Promise<RequestedPosition | null> {
    const revision = changes.revision()
    if (asking?.revision === revision) return asking.position
    const position = askNow(revision).finally(() => {
      if (asking?.position === position) asking = null
    })
    asking = { revision, position }
    return position
  }

  async function askNow(revision: number): Promise<RequestedPosition | null> {
    const askedAt = performance.now()
    try {
      const { lsn, timeline } = await ask()
      const position = { lsn: parseLsn(lsn), timeline, revision, askedAt }
      if (!asked || asked.askedAt < askedAt) asked = position
      return position
    } catch {
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
      const isKnown = asked?.revision === changes.revision() && performance.now() - asked.askedAt < maxAgeMs
      return isKnown ? asked : askOnce()
    },
    /**
     * While the primary is down, when nothing can be acknowledged: the last position, if no change is known
     * since; else null.
     */
    last: () => (asked?.revision === changes.revision() ? asked : null),
    /** Queries soon, so that the position of a change is known if the primary then fails. */
    noteChange() {
      soon ??= setTimeout(() => {
        soon = null
        void askOnce()
      }, SOON_MS).unref()
    },
    stop() {
      if (soon) clearTimeout(soon)
    },
  }
}
