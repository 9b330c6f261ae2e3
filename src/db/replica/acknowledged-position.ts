import { parseLsn, type PrimaryRow, type WalPosition } from './wal-position.ts'

/** What this process knows of changes, its own and those of other processes. */
export type KnownChanges = {
  /** Grows with every change before it is acknowledged. */
  revision(): number
  /** True while every other process waits for this one before it acknowledges a change. */
  isConnected(): boolean
}

/** A position of the primary that includes every change that was acknowledged before `askedAt` (performance.now()). */
export type RequestedPosition = WalPosition & { revision: number; askedAt: number }

/** For how long changes are collected for one question that no read waits for, in ms. */
const SOON_MS = 50

/**
 * From where on a replica shows everything that was acknowledged.
 * @param ask sends PRIMARY_POSITION to the primary.
 * @param maxAgeMs after which a position is asked again, without a known change too: what a replica shows is never older.
 */
export function createAcknowledgedPosition(
  ask: () => Promise<PrimaryRow>,
  changes: KnownChanges,
  maxAgeMs: number,
) {
  let asked: RequestedPosition | null = null
  let asking: { revision: number; position: Promise<RequestedPosition | null> } | null = null
  let soon: NodeJS.Timeout | null = null

  /** Reads that begin at the same revision share a question: it is sent after every change that they must see. */
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
    /** For a read that begins now; null when it is unknown, so that only the primary may answer. Never rejects. */
    async current(): Promise<RequestedPosition | null> {
      if (!changes.isConnected()) return null
      const isKnown = asked?.revision === changes.revision() && performance.now() - asked.askedAt < maxAgeMs
      return isKnown ? asked : askOnce()
    },
    /** While the primary is away, when nothing can be acknowledged: the last one, if no change is known since; else null. */
    last: () => (asked?.revision === changes.revision() ? asked : null),
    /** Asks soon, so that the position of a change is known if the primary then goes away. */
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
