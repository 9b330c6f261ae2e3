import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseStartError } from './database-start-error.ts'
import { isAlive, readPostmasterFile } from './postmaster-file.ts'

/** Timeouts of a shutdown, in ms. A fast one flushes everything, which takes a while on a slow disk. */
const FAST_STOP_TIMEOUT_MS = 60_000
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000

/**
 * Ends the server `pid` of this cluster: open transactions are rolled back, everything committed is flushed.
 * Resolves when it has ended. Does nothing if it had ended before.
 * @throws DatabaseStartError if it does not end.
 */
export async function stopServer(cluster: string, pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_STOP_TIMEOUT_MS],
    // Skips the last checkpoint; the next start recovers from the log.
    ['SIGQUIT', IMMEDIATE_STOP_TIMEOUT_MS],
  ] as const) {
    const deadline = performance.now() + timeoutMs
    // The PID file shows that the server runs; the PID alone could belong to another process by now.
    if (readPostmasterFile(cluster)?.pid !== pid || !isAlive(pid)) return
    process.kill(pid, signal)
    while (performance.now() < deadline) {
      if (!isAlive(pid)) return
      await delay(10)
    }
  }
  throw new DatabaseStartError(
    `The database server (process ${pid}) does not stop. Its data is safe; end it with "kill -KILL ${pid}".`,
  )
}
