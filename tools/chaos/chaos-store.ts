import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#db/embedded/free-port.ts'
import { startStore, type StoreProcess } from '../../tests/support/store-process.ts'

/** A store at one address that is killed, paused and started again. */
export type ChaosStore = {
  url: string
  /** Starts it unless it runs, as a supervisor does: again and again while the database is away. */
  ensureStarted(): Promise<void>
  /** Settles once it has started, if it is starting. */
  started(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  /** Pauses the process (SIGSTOP) for `ms`. */
  pause(ms: number): Promise<void>
  /** How often it ended without being killed: never, if it is a good store. */
  crashes(): number
  /** The end, as people end it. */
  close(): Promise<void>
}

/** Starts failing for this long are no transient problem. */
const START_WITHIN_MS = 90_000
/** Background jobs every two seconds; the default timeout of the provider: a busy machine misses a shorter one. */
const SETTINGS = { SWEEP_SECONDS: '2', AUTH_SECRET: 'chaos-'.repeat(6) }

/** @param use.logFile where all its processes write. */
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
    const begun = performance.now()
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
        if (performance.now() - begun > START_WITHIN_MS)
          throw new Error(
            `A store does not start any more:\n${readFileSync(use.logFile, 'utf8').slice(-4_000)}`,
            { cause: error },
          )
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
