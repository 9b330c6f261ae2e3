import { setTimeout as delay } from 'node:timers/promises'

/** How often the server is checked, in ms. */
const POLL_MS = 250
/** Wait after a failed start, in ms. */
const RETRY_MS = 2_000

/** Restarts a server that has died. */
export type Supervisor = {
  /** Ends the supervision, after a restart in progress. */
  stop(): Promise<void>
}

/**
 * Restarts a server whenever it dies: killed, out of memory, or crashed.
 * Retries until it succeeds or `stop` is called.
 * @param deps.restart rejects when this attempt failed.
 * @param deps.log receives a line when the server has died, when a restart failed, and when it runs again.
 */
export function superviseServer(deps: {
  isRunning: () => boolean
  restart: () => Promise<void>
  log: (line: string) => void
}): Supervisor {
  const stopping = new AbortController()
  const { signal } = stopping

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      if (!deps.isRunning()) await restartServer()
      await delay(POLL_MS, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  async function restartServer(): Promise<void> {
    deps.log('The database server has ended unexpectedly. Starting it again …')
    while (!signal.aborted) {
      try {
        await deps.restart()
        deps.log('The database server is running again.')
        return
      } catch (error) {
        deps.log(error instanceof Error ? error.message : String(error))
        await delay(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined)
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
