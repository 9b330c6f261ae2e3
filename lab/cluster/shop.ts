import { closeSync, openSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { BALANCERS } from '../../tests/support/balancer.ts'
import { startPooler } from '../../tests/support/pooler.ts'
import { startStore, type StoreProcess } from '../../tests/support/store-process.ts'
import type { Cluster } from './cluster.ts'

const POOLER_FILE = path.join(import.meta.dirname, '../../deploy/cluster/pgbouncer.ini')

/** Three stores on a cluster, behind HAProxy and nginx. */
export type Shop = {
  /** The two balancers. */
  urls: readonly string[]
  /** The number of stores that have exited: none may. */
  ended(): number
  /** Their log. */
  output(): string
  close(): Promise<void>
}

/**
 * Starts the built store three times as in production, except for the demo data and the card simulator. Two
 * reach the database through pgbouncer in transaction mode, one directly: docs/cluster.md describes both
 * ways.
 */
export async function startShop(cluster: Cluster, folder: string): Promise<Shop> {
  const pooler = await startPooler(cluster.url, 'transaction', 20, poolerSettings())
  const logFile = path.join(folder, 'stores.log')
  const logTo = openSync(logFile, 'a')
  const output = () => readFileSync(logFile, 'utf8')
  let ended = 0
  let closing = false
  async function start(name: string, database: Record<string, string>): Promise<StoreProcess> {
    const store = await startStore(path.join(folder, name), {
      logTo,
      inherited: { PATH: process.env['PATH'] },
      env: {
        NODE_ENV: 'production',
        DEMO: '1',
        TRUST_PROXY: '1',
        AUTH_SECRET: 'of-all-three-stores-0123456789-0123456789',
        SWEEP_SECONDS: '2',
        ...database,
      },
    }).catch((cause: unknown) => {
      throw new Error(`The ${name} did not start. The stores said:\n${output().slice(-4_000)}`, { cause })
    })
    // All machines share the processors of this one: the databases' must not look dead because the stores are
    // busy.
    setPriority(store.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    void store.exited.then(() => {
      if (!closing) ended += 1
    })
    return store
  }
  const pooled = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: cluster.url }
  // The first one seeds the demo's data.
  const first = await start('store-1', pooled)
  const others = [start('store-2', pooled), start('store-3', { DATABASE_URL: cluster.url })]
  const stores = [first, ...(await Promise.all(others))]
  const ports = stores.map(({ port }) => port)
  const balancers = await Promise.all(BALANCERS.map(({ program = '', start }) => start(program, ports)))
  return {
    urls: balancers.map(({ url }) => url),
    ended: () => ended,
    output,
    async close() {
      closing = true
      await Promise.all(balancers.map((balancer) => balancer.close()))
      await Promise.all(stores.map((store) => store.stop('SIGKILL')))
      await pooler.stop()
      closeSync(logTo)
    },
  }
}

/** The timeouts of the repository's file. */
function poolerSettings(): Record<string, string> {
  const lines = readFileSync(POOLER_FILE, 'utf8').split('\n')
  const settings = lines.flatMap((line) => {
    const [, name, value] =
      /^(server_login_retry|server_connect_timeout|query_wait_timeout) = (\S+)$/.exec(line) ?? []
    return name && value ? [[name, value] as const] : []
  })
  if (settings.length !== 3) throw new Error(`${POOLER_FILE} does not have its three timeouts.`)
  return Object.fromEntries(settings)
}
