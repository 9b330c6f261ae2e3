import { setTimeout as delay } from 'node:timers/promises'

/**
 * Maximum age of a cached response, in ms. The cache is on only while a notification that this process sent
 * within this time has come back: a network, server or pooler that drops notifications silently costs no more
 * than this.
 */
export const MAX_STALENESS_MS = 4_000
/** How long after its last received heartbeat a process is certain to have turned its cache off, in ms. */
export const PEER_TIMEOUT_MS = MAX_STALENESS_MS + 500

/** The other live processes on the database, and their acknowledgments. */
export type Peers = {
  /** Number of live peers. */
  count(): number
  /** Records a heartbeat. */
  add(peer: string): void
  /** Stops waiting for a process that has ended. */
  remove(peer: string): void
  acknowledge(batch: string, peer: string): void
  /**
   * Resolves once all of them have acknowledged the batch or ended, or have their caches off
   * (PEER_TIMEOUT_MS). Call before sending it.
   */
  acknowledged(batch: string): Promise<void>
}

export function createPeers(): Peers {
  /** When the latest heartbeat of each peer arrived. */
  const heardAt = new Map<string, number>()
  /** Batches that wait for acknowledgments: called with the peer. */
  const waiting = new Map<string, (peer: string) => void>()

  function live(): string[] {
    for (const [peer, at] of heardAt) if (performance.now() - at > PEER_TIMEOUT_MS) heardAt.delete(peer)
    return [...heardAt.keys()]
  }

  return {
    count: () => live().length,
    add: (peer) => heardAt.set(peer, performance.now()),
    remove(peer) {
      heardAt.delete(peer)
      for (const acknowledge of waiting.values()) acknowledge(peer)
    },
    acknowledge: (batch, peer) => waiting.get(batch)?.(peer),
    async acknowledged(batch) {
      const missing = new Set(live())
      if (missing.size === 0) return
      const timeout = new AbortController()
      const all = new Promise<void>((resolve) => {
        waiting.set(batch, (peer) => {
          missing.delete(peer)
          if (missing.size === 0) resolve()
        })
      })
      const wait = delay(PEER_TIMEOUT_MS, undefined, { ref: false, signal: timeout.signal }).catch(
        () => undefined,
      )
      await Promise.race([all, wait])
      timeout.abort()
      waiting.delete(batch)
    },
  }
}
