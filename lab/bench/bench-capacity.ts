// npm run lab -- bench-capacity: the throughput of one store process, and of two and three on the same
// database. On one machine the processes, PostgreSQL and the client share the cores, so only the figures of
// processor time hold elsewhere: requests per second and core of a store process, and of PostgreSQL.
// docs/capacity.md plans with them.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startStore, type StoreProcess } from '../../tests/support/store-process.ts'
import { buildStore } from '../build-store.ts'
import { type BenchDatabase, insertProducts, openBenchDatabase } from './bench-data.ts'
import { type BenchUser, signInBuyers } from './bench-users.ts'
import type { HttpJob } from './http-client.ts'
import { type LoadReport, median } from './load-report.ts'
import { processorTime, type ProcessorTime } from './processor-time.ts'
import { deleteOrders, getRequest, orderRequest } from './rounds.ts'
import { startWorker, type Worker } from './worker.ts'

const PARTS = 10_000
/** The maximum number of store processes. */
const STORES = 3
/** Connections of all clients together, regardless of the number of stores. */
const CONNECTIONS = 24
const ROUND_MS = 4_000
const ROUNDS = 5
const WARM_UP_MS = 3_000
/**
 * The searches: words, part numbers and typing errors, each with another number appended so that none
 * repeats.
 */
const SEARCHES = ['bench part', 'brake pads', 'BN-', 'alternater', 'oil filter honda', 'front struts']

const SHARED_SECRET = 'of-all-stores-0123456789-0123456789-abc'

type Target = { store: StoreProcess; client: Worker }
type Workload = {
  name: string
  status: number
  prepare?: () => Promise<void>
  /** Requests of each connection. */
  requests: (connection: number, round: number) => string[]
}
type Capacity = { perSecond: number; p99: number; storeMs: number; postgresMs: number; errors: number }

const say = (line: string) => process.stdout.write(`${line}\n`)

buildStore()

const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-capacity-'))
try {
  await measure()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  say(`A store with ${PARTS} parts …`)
  const first = await startStore(dataDir)
  const seeding = await openBenchDatabase(dataDir)
  await insertProducts(seeding, PARTS)
  await seeding.close()
  await first.stop()
  // Opened before the stores, so that no store owns the database and it outlives each of them.
  const database = await openBenchDatabase(dataDir)
  const stores: StoreProcess[] = []
  const clients: Worker[] = []
  try {
    for (let i = 0; i < STORES; i += 1) {
      // Separate folders but one secret, as on several machines.
      const env = { DATABASE_URL: database.url, AUTH_SECRET: SHARED_SECRET }
      stores.push(await startStore(path.join(dataDir, `store-${i}`), { env }))
      clients.push(startWorker('http-client.ts'))
    }
    const targets = stores.map((store, i) => ({ store, client: clients[i] as Worker }))
    const buyers = await signInBuyers(stores[0]?.url ?? '', database.url, CONNECTIONS)
    await delay(2_000)
    for (const workload of await workloads(database, buyers)) {
      for (let count = 1; count <= STORES; count += 1)
        print(workload.name, count, await load(database, targets.slice(0, count), workload))
    }
    say(`Memory after this: ${stores.map((store) => `${store.memoryMiB().toFixed(0)} MiB`).join(', ')}.`)
    const [row] = await database.query<{ count: string }>(
      `select count(*) from pg_stat_activity where usename = 'driveline'`,
    )
    say(`Connections to PostgreSQL: ${row?.count} of ${STORES} stores and this benchmark.`)
    say(
      `Measured on ${availableParallelism()} cores, which clients, stores and PostgreSQL share: "of one core" divides by processor time.`,
    )
  } finally {
    for (const client of clients) client.end()
    await Promise.all(stores.map((store) => store.stop()))
    await database.close()
  }
}

async function workloads(database: BenchDatabase, buyers: BenchUser[]): Promise<Workload[]> {
  const rows = await database.query<{ id: string }>(
    `select id from products where name like 'Bench part %' order by created_at desc limit ${CONNECTIONS}`,
  )
  const products = rows.map(({ id }) => id)
  let searched = 0
  const word = () => {
    searched += 1
    return `${SEARCHES[searched % SEARCHES.length]} ${searched}`
  }
  return [
    {
      name: 'pages, cached',
      status: 200,
      requests: () => ['/', '/parts', '/blogs'].map((page) => getRequest(page)),
    },
    {
      name: 'pages, searched',
      status: 200,
      requests: () =>
        Array.from({ length: 400 }, () => getRequest(`/parts?${new URLSearchParams({ search: word() })}`)),
    },
    {
      name: 'API, searched',
      status: 200,
      requests: () =>
        Array.from({ length: 2_000 }, () =>
          getRequest(`/products?${new URLSearchParams({ search: word() })}`),
        ),
    },
    {
      name: 'orders',
      status: 201,
      prepare: () => deleteOrders(database, products),
      requests: (connection) => [orderRequest(buyers[connection]?.token ?? '', products[connection] ?? '')],
    },
  ]
}

/** Medians of the rounds; processor time of all of them. */
async function load(
  database: BenchDatabase,
  targets: readonly Target[],
  workload: Workload,
): Promise<Capacity> {
  await round(database, targets, workload, WARM_UP_MS, -1)
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await round(database, targets, workload, ROUND_MS, i))
  const calls = rounds.reduce((sum, { reports }) => sum + total(reports, 'count'), 0)
  return {
    perSecond: median(rounds.map(({ reports }) => total(reports, 'perSecond'))),
    p99: median(rounds.map(({ reports }) => Math.max(...reports.map(({ p99 }) => p99)))),
    storeMs: rounds.reduce((sum, { used }) => sum + used.server, 0) / calls,
    postgresMs: rounds.reduce((sum, { used }) => sum + used.postgres, 0) / calls,
    errors: rounds.reduce((sum, { reports }) => sum + total(reports, 'errors'), 0),
  }
}

async function round(
  database: BenchDatabase,
  targets: readonly Target[],
  workload: Workload,
  ms: number,
  number: number,
): Promise<{ reports: LoadReport[]; used: ProcessorTime }> {
  await workload.prepare?.()
  const jobs = targets.map(({ store }, of): HttpJob => {
    const own = Array.from({ length: CONNECTIONS }, (_, connection) => connection).filter(
      (connection) => connection % targets.length === of,
    )
    return {
      port: store.port,
      ms,
      status: workload.status,
      requests: own.map((connection) => workload.requests(connection, number)),
    }
  })
  const before = usedBy(database, targets)
  const reports = await Promise.all(
    targets.map(({ client }, i) => client.ask<LoadReport>(jobs[i] as HttpJob)),
  )
  const after = usedBy(database, targets)
  return {
    reports,
    used: {
      client: after.client - before.client,
      server: after.server - before.server,
      postgres: after.postgres - before.postgres,
    },
  }
}

function usedBy(database: BenchDatabase, targets: readonly Target[]): ProcessorTime {
  const each = targets.map(({ store, client }) =>
    processorTime({ client: client.pid, server: store.pid, postgres: database.pid }),
  )
  return {
    client: each.reduce((sum, { client }) => sum + client, 0),
    server: each.reduce((sum, { server }) => sum + server, 0),
    postgres: each[0]?.postgres ?? 0,
  }
}

function total(reports: readonly LoadReport[], what: 'count' | 'perSecond' | 'errors'): number {
  return reports.reduce((sum, report) => sum + report[what], 0)
}

function print(name: string, stores: number, found: Capacity): void {
  const perCore = (ms: number) => (ms === 0 ? '—' : Math.round(1_000 / ms).toString())
  say(
    [
      `${name}, ${stores} ${stores === 1 ? 'store' : 'stores'}:`.padEnd(28),
      `${Math.round(found.perSecond)}/s`.padStart(8),
      `p99 ${found.p99.toFixed(0)} ms`.padStart(12),
      `store ${found.storeMs.toFixed(2)} ms (${perCore(found.storeMs)}/s of one core)`.padStart(38),
      `PostgreSQL ${found.postgresMs.toFixed(2)} ms (${perCore(found.postgresMs)}/s of one core)`.padStart(
        42,
      ),
      found.errors === 0 ? '' : `${found.errors} unexpected responses`,
    ].join(' '),
  )
  if (found.errors > 0) process.exitCode = 1
}
