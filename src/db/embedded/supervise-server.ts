import { setTimeout as sleep } from 'node:timers/promises'

/** How often a look is taken whether the server still runs, in ms. */
const POLL_MS = 250
/** Wait after a start that failed, in ms. */
const RETRY_MS = 2_000

/** Somebody who watches over a running server. */
export type Supervisor = {
  /** Ends the watch, after a start that is under way. */
  stop(): Promise<void>
}

/**
 * Starts a server again whenever it is gone: killed by hand, by the system for want of memory, or crashed.
 * It tries until it succeeds or `stop` is called.
 * @param use.restart rejects when the server could not be started this time.
 * @param use.log receives a line when the server is gone, when it could not be started, and when it runs again.
 */
export function superviseServer(use: {
  isRunning: () => boolean
  restart: () => Promise<void>
  log: (line: string) => void
}): Supervisor {
  const stopping = new AbortController()
  const { signal } = stopping

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      if (!use.isRunning()) await restartServer()
      await sleep(POLL_MS, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  async function restartServer(): Promise<void> {
    use.log('The database server has ended unexpectedly. Starting it again …')
    while (!signal.aborted) {
      try {
        await use.restart()
        use.log('The database server runs again.')
        return
      } catch (error) {
        use.log(error instanceof Error ? error.message : String(error))
        await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
  }

  const watching = watch()
  return {
    stop() {
      stopping.abort()
      return watching
    },
  }
}
