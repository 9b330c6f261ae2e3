import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#db/embedded/free-port.ts'
import { startStore, type StoreProcess } from '../../tests/support/store-process.ts'

/** A store at a fixed address that is killed, paused and restarted. */
export type ChaosStore = {
  url: string
  /** Starts it unless it runs, as a supervisor does, with retries while the database is unreachable. */
  ensureStarted(): Promise<void>
  /** Resolves once it has started, if it is starting. */
  started(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  /** Pauses the process (SIGSTOP) for `ms`. */
  pause(ms: number): Promise<void>
  /** How often it exited without being killed: never, if it is correct. */
  crashes(): number
  /** Stops it gracefully. */
  close(): Promise<void>
}

/** Starts that fail for this long, in ms, are not a transient problem. */
const START_WITHIN_MS = 90_000
/**
 * Background jobs every two seconds; the default timeout of the provider: a busy machine misses a shorter
 * one.
 */
const SETTINGS = { SWEEP_SECONDS: '2', AUTH_SECRET: 'chaos-'.repeat(6) }

/** @param use.logFile receives the output of all its processes. */
export async function prepareStore(use: {
  dataDir: string
  databaseUrl: string
  logFile: string
}): Promise<ChaosStore> {
  const port = await freePort()
  const logTo = openSync(path.resolve(use.logFile), 'a')
  let running: StoreProcess | null = null
  let starting: Promise<void> = Promise.resolve()
  let crashes = 0

  async function start(): Promise<void> {
    if (running) return
    const startedAt = performance.now()
    for (;;) {
      try {
        const env = { ...SETTINGS, DATABASE_URL: use.databaseUrl }
        const started = await startStore(use.dataDir, { port, logTo, env })
        running = started
        void started.exited.then(() => {
          if (running !== started) return
          running = null
          crashes += 1
        })
        return
      } catch (error) {
        if (performance.now() - startedAt > START_WITHIN_MS)
          throw new Error(`A store no longer starts:\n${readFileSync(use.logFile, 'utf8').slice(-4_000)}`, {
            cause: error,
          })
        await delay(100)
      }
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    ensureStarted: () => (starting = start()),
    started: () => starting,
    async kill() {
      const victim = running
      running = null
      await victim?.stop('SIGKILL')
    },
    async pause(ms) {
      const paused = running
      if (!paused) return
      process.kill(paused.pid, 'SIGSTOP')
      await delay(ms)
      process.kill(paused.pid, 'SIGCONT')
    },
    crashes: () => crashes,
    async close() {
      const last = running
      running = null
      await last?.stop()
      closeSync(logTo)
    },
  }
}
