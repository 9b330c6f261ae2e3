import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '#config/env.ts'
import type { Finding } from '../../src/ops/finding.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { type Breach, checkHistory } from '../chaos/check-history.ts'
import { newRun, type RunState } from '../chaos/client.ts'
import type { StoreState } from '../chaos/history.ts'
import { inviteClients } from '../chaos/invite-clients.ts'
import { readStoreState } from '../chaos/read-store-state.ts'
import { settle } from '../chaos/settle.ts'
import { queryAt, startCluster } from './cluster.ts'
import { FAULTS, type FaultReport, injectFault } from './inject-fault.ts'
import type { EtcdApi } from './machine.ts'
import { prepareProbe, type ProbeWrite } from './probe.ts'
import { startShop } from './shop.ts'
import { type Visit, visit } from './visitor.ts'

/** The options of a run. */
export type ClusterOptions = {
  seed: number
  faults: number
  clients: number
  postgres: string
  synchronous: boolean
  etcdApi: EtcdApi
  /** Members of etcd on the databases' machines, not on machines of their own. */
  etcdColocated: boolean
  /** Keeps the folder, with the logs of machines and stores. */
  keep: boolean
  /** Receives a line per step. */
  say: (line: string) => void
  signal: AbortSignal
}

/** The result. Times in ms of the run. */
export type ClusterReport = {
  run: RunState
  state: StoreState
  faults: FaultReport[]
  visits: Visit[]
  breaches: Breach[]
  /** The rules of `npm run verify`. */
  findings: Finding[]
  /**
   * Writes that a broken leader acknowledged to the probe, and those of them that the cluster does not have.
   */
  probeWrites: number
  lostProbes: ProbeWrite[]
  /** The number of stores that exited. */
  ended: number
  /** Whether everything charged was settled or refunded within a minute. */
  settled: boolean
  /** PostgreSQL's own name and version. */
  version: string
  storesSaid: string
}

const PLENTIFUL_PRODUCTS = 5
/** Clients of a healthy cluster, before and after the faults. */
const CALM_MS = 3_000
/** The pause between faults, so that orders are placed at each leader; ms. */
const BETWEEN_MS = 4_000
/** After failures the circuit breaker stays open for five seconds; only then is everything healthy. */
const REST_MS = 6_000

/**
 * Runs a cluster and three stores in a temporary folder, with clients and faults, and compares the responses
 * with the final state.
 */
export async function runCluster(options: ClusterOptions): Promise<ClusterReport> {
  const { say, signal } = options
  const folder = mkdtempSync(path.join(tmpdir(), 'driveline-cluster-'))
  // PostgreSQL runs as another user, in folders of its own.
  chmodSync(folder, 0o755)
  const closing: (() => Promise<void>)[] = []
  if (options.keep) say(`Everything is in ${folder}`)
  else closing.push(() => rm(folder, { recursive: true, force: true }))
  try {
    say('Starting three machines …')
    const cluster = await startCluster({ ...options, folder })
    closing.push(() => cluster.close())
    say('Starting three stores behind HAProxy and nginx …')
    const shop = await startShop(cluster, folder)
    closing.push(() => shop.close())
    const run = newRun(shop.urls)
    const now = () => run.now()
    const probe = await prepareProbe(cluster, now)
    await queryAt(cluster.adminUrl, 'create table back (at timestamptz)')
    const behave = await inviteClients({ ...options, plenty: PLENTIFUL_PRODUCTS }, run, cluster)
    const calm = async () => {
      const from = now()
      await behave(AbortSignal.timeout(CALM_MS))
      run.history.calm.push({ from, to: now() })
    }
    await calm()

    const over = new AbortController()
    const visits: Visit[] = []
    const all = Promise.all([
      behave(over.signal),
      ...shop.urls.map((url) => visit({ url, visits, now, until: over.signal })),
    ])
    const faults: FaultReport[] = []
    try {
      for (let i = 0; i < options.faults && !signal.aborted; i += 1) {
        await delay(BETWEEN_MS)
        const fault = FAULTS[i % FAULTS.length] ?? 'killed'
        const report = await injectFault(fault, { cluster, probe, now })
        faults.push(report)
        say(
          `${i + 1}/${options.faults}: ${report.machine} ${fault}, written again after ${seconds(report.writableAt - report.from)} s, ` +
            `all three after ${seconds(report.to - report.from)} s`,
        )
      }
      await delay(BETWEEN_MS)
    } finally {
      over.abort()
      await all
    }

    say('Checking …')
    await delay(REST_MS)
    await settle(cluster)
    await calm()
    const settled = (await settle(cluster)) !== null
    const state = await readStoreState(cluster, run.products)
    const [row] = await cluster.query<{ version: string }>('select version()')
    return {
      run,
      state,
      faults,
      visits,
      breaches: checkHistory(run.history, state),
      findings: await verifyStore(readConfig({}), cluster.url),
      probeWrites: probe.acknowledged.length,
      lostProbes: await probe.lost(),
      ended: shop.ended(),
      settled,
      version: row?.version.split(' on ')[0] ?? '',
      storesSaid: shop.output(),
    }
  } finally {
    for (const close of closing.toReversed()) await close().catch(console.error)
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
