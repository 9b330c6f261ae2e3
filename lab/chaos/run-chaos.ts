import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '#config/env.ts'
import type { Finding } from '../../src/ops/finding.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { startChaosDatabase } from './chaos-database.ts'
import { prepareStore } from './chaos-store.ts'
import { type Breach, checkHistory } from './check-history.ts'
import { newRun, type RunState } from './client.ts'
import type { StoreState } from './history.ts'
import { inviteClients } from './invite-clients.ts'
import { type Harm, startNemesis } from './nemesis.ts'
import { readStoreState } from './read-store-state.ts'
import { settle } from './settle.ts'

/** The options of a run. */
export type ChaosOptions = {
  seed: number
  /** How long faults are injected, in ms; starting, healing and checking come on top. */
  stormMs: number
  stores: number
  clients: number
  /** Receives a line per step. */
  say: (line: string) => void
  /** Ends the storm early. */
  signal?: AbortSignal
}

/** The result. */
export type ChaosReport = {
  run: RunState
  state: StoreState
  harm: Harm
  breaches: Breach[]
  /** The rules of `npm run verify`. */
  findings: Finding[]
  /** The time from the repair until each charge was settled or refunded, in ms; null: not within a minute. */
  healedMs: number | null
  /** How often a store exited by itself. */
  crashes: number
  /** Failed requests in the stores' logs, for diagnosis. */
  failures: string[]
}

/** Clients of a healthy store, before and after the storm. */
const CALM_MS = 1_500
/** After failures the circuit breaker stays open for five seconds; only then is everything healthy. */
const REST_MS = 6_000

/**
 * Runs its own stores and database in a temporary folder, with clients and nemesis, and compares the
 * responses with the final state.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, say, signal } = options
  const dir = await mkdtemp(path.join(tmpdir(), 'driveline-chaos-'))
  const logFile = path.join(dir, 'stores.log')
  const database = await startChaosDatabase(path.join(dir, 'database'))
  const stores = await Promise.all(
    Array.from({ length: options.stores }, (_, i) =>
      prepareStore({ dataDir: path.join(dir, `store-${i}`), databaseUrl: database.url, logFile }),
    ),
  )
  try {
    say('Starting …')
    for (const store of stores) await store.ensureStarted()
    const run = newRun(stores.map(({ url }) => url))
    const behave = await inviteClients(options, run, database)

    async function calm() {
      const from = run.now()
      await behave(AbortSignal.timeout(CALM_MS))
      run.history.calm.push({ from, to: run.now() })
    }
    await calm()
    say(`Breaking things for ${options.stormMs / 1_000} s …`)
    run.stormy = true
    const nemesis = startNemesis({ seed, stores, database, progress: () => run.done })
    const storm = AbortSignal.timeout(options.stormMs)
    await behave(signal ? AbortSignal.any([storm, signal]) : storm)
    await nemesis.stop()
    run.stormy = false

    say('Healing …')
    const mendedAt = performance.now()
    await delay(REST_MS)
    const healedAt = await settle(database)
    await calm()
    await settle(database)

    say('Looking …')
    const state = await readStoreState(database, run.products)
    return {
      run,
      state,
      harm: nemesis.harm,
      breaches: checkHistory(run.history, state),
      findings: await verifyStore(readConfig({}), database.url),
      healedMs: healedAt === null ? null : healedAt - mendedAt,
      crashes: stores.reduce((sum, store) => sum + store.crashes(), 0),
      failures: await readFailures(logFile),
    }
  } finally {
    await Promise.allSettled(stores.map((store) => store.close()))
    await database.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** The log lines of failed requests, each kind once. */
async function readFailures(logFile: string): Promise<string[]> {
  const lines = (await readFile(logFile, 'utf8'))
    .split('\n')
    .filter((line) => /"level":50|^\w*Error\b/.test(line))
  const kinds = Map.groupBy(lines, (line) => /"message":"([^"]*)/.exec(line)?.[1] ?? line)
  return [...kinds].map(([message, same]) => `${same.length} × ${message}: ${same[0]}`)
}
