/**
 * How long a response may be served after a change that did not arrive, in ms. The cache is on only while a
 * notification that this process sent within this time has come back: a network, server or pooler that drops
 * notifications silently costs no more than this.
 */
export const MAX_STALENESS_MS = 4_000
/** How long after its last received heartbeat a process is certain to have turned its cache off, in ms. */
export const PEER_TIMEOUT_MS = MAX_STALENESS_MS + 500

/** Keeps track of the other live processes on the database, and of their acknowledgments. */
export function createPeers() {
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
    recordHeartbeat: (peer: string) => heardAt.set(peer, performance.now()),
    /** Stops waiting for a process that has ended. */
    remove(peer: string) {
      heardAt.delete(peer)
      for (const acknowledge of waiting.values()) acknowledge(peer)
    },
    acknowledge: (batch: string, peer: string) => waiting.get(batch)?.(peer),
    /**
     * Resolves once all live peers have acknowledged the batch or ended, or have their caches off
     * (PEER_TIMEOUT_MS). Call before sending it.
     */
    async acknowledged(batch: string): Promise<void> {
      const missing = new Set(live())
      if (missing.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timeout = setTimeout(resolve, PEER_TIMEOUT_MS).unref()
      waiting.set(batch, (peer) => {
        missing.delete(peer)
        if (missing.size === 0) resolve()
      })
      await promise
      clearTimeout(timeout)
      waiting.delete(batch)
    },
  }
}
