import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '#config/thrown-error.ts'

/** How often the server is checked, in ms. */
const POLL_MS = 250
/** Wait after a failed start, in ms. */
const RETRY_MS = 2_000

/**
 * Restarts a server whenever it dies: killed, out of memory, or crashed.
 * Retries until it succeeds or the supervision ends.
 * @param deps.restart rejects when this attempt failed.
 * @param deps.log receives a line when the server has died, when a restart failed, and when it runs again.
 * @returns ends the supervision, after a restart in progress.
 */
export function superviseServer(deps: {
  isRunning: () => boolean
  restart: () => Promise<void>
  log: (line: string) => void
}): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping

  /** Waits; the end of the supervision ends it early. */
  const pause = (ms: number) => delay(ms, undefined, { ref: false, signal }).catch(() => undefined)

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      if (!deps.isRunning()) await restartServer()
      await pause(POLL_MS)
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
        deps.log(messageOf(error))
        await pause(RETRY_MS)
      }
    }
  }

  const watching = watch()
  return () => {
    stopping.abort()
    return watching
  }
}
