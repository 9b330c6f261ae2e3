import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { BareOrderJob } from './bare-order-server.ts'
import type { BareResponse } from './bare-server.ts'
import type { BenchDatabase } from './bench-data.ts'
import type { BenchUser } from './bench-users.ts'
import type { HttpJob } from './http-client.ts'
import { type LoadReport, median } from './load-report.ts'
import { type Processes, processorTime, type ProcessorTime } from './processor-time.ts'
import type { SqlJob } from './sql-client.ts'
import type { Worker } from './worker.ts'

/** Duration and number of rounds per side: a noisy moment then affects both sides alike. */
const ROUND_MS = 700
const ROUNDS = 7
const WARM_UP_MS = 4_000
const CONNECTIONS = 32
/** The default of DATABASE_POOL. */
export const STORE_CONNECTIONS = 12

/** The result of one side: medians over its rounds, and processor time of all of them. */
type SideReport = { perSecond: number; p50: number; p99: number; processorUsPerCall: ProcessorTime }

/** Two sides, measured alternately. */
export type Comparison = {
  bare: SideReport
  store: SideReport
  /** The store's share of the bare side. */
  ratio: number
  errors: number
  firstError: string | null
  statementsPerCall: number
}

/** One side: what runs before each round, unmeasured; the round; and its processes. */
export type Side = {
  prepare?: () => Promise<void>
  run: (ms: number) => Promise<LoadReport>
  processes: Processes
}

/** Measures bare, store, bare, store … after a warm-up of both. */
export async function interleave(database: BenchDatabase, bare: Side, store: Side): Promise<Comparison> {
  const bares: Round[] = []
  const stores: Round[] = []
  for (const side of [bare, store]) await runRound(database, side, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round += 1) {
    bares.push(await runRound(database, bare, ROUND_MS))
    stores.push(await runRound(database, store, ROUND_MS))
  }
  const [ofBare, ofStore] = [summarize(bares), summarize(stores)]
  const all = [...bares, ...stores].map(({ report }) => report)
  return {
    bare: ofBare,
    store: ofStore,
    ratio: ofStore.perSecond / ofBare.perSecond,
    errors: total(all.map(({ errors }) => errors)),
    firstError: all.find(({ firstError }) => firstError)?.firstError ?? null,
    statementsPerCall: total(stores.map(({ statements }) => statements)) / calls(stores),
  }
}

type Round = { report: LoadReport; used: ProcessorTime; statements: number }

async function runRound(database: BenchDatabase, side: Side, ms: number): Promise<Round> {
  await side.prepare?.()
  await database.countStatements()
  const before = processorTime(side.processes)
  const report = await side.run(ms)
  const after = processorTime(side.processes)
  const used = {
    client: after.client - before.client,
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
  }
  return { report, used, statements: await database.statements() }
}

function summarize(rounds: readonly Round[]): SideReport {
  const middle = (what: 'perSecond' | 'p50' | 'p99') => median(rounds.map(({ report }) => report[what]))
  const perCall = (who: keyof ProcessorTime) =>
    (total(rounds.map(({ used }) => used[who])) / calls(rounds)) * 1_000
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    processorUsPerCall: {
      client: perCall('client'),
      server: perCall('server'),
      postgres: perCall('postgres'),
    },
  }
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const calls = (rounds: readonly Round[]) => total(rounds.map(({ report }) => report.count))

/** A GET as raw HTTP. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/**
 * Compares the store's responses to GETs with a bare server that sends the same bytes.
 * @param use.paths requested round robin; the bare server sends the response of the first.
 */
export async function compareReading(use: {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  bare: Worker
  barePort: number
  paths: string[]
  headers?: Record<string, string>
}): Promise<Comparison> {
  const { store, client, paths, headers = {} } = use
  const sample = await fetch(store.url + (paths[0] ?? '/'), { headers })
  if (sample.status !== 200) throw new Error(`${paths[0]} returned ${sample.status}`)
  const body = Buffer.from(await sample.arrayBuffer()).toString('base64')
  const type = sample.headers.get('content-type') ?? ''
  await use.bare.ask<string>({ headers: { 'content-type': type }, body } satisfies BareResponse)
  const requests = Array.from({ length: CONNECTIONS }, (_, i) =>
    paths.map((_path, j) => getRequest(paths[(i + j) % paths.length] ?? '/', headers)),
  )
  const side = (server: Listening): Side => ({
    run: (ms) => client.ask<LoadReport>({ port: server.port, ms, requests, status: 200 } satisfies HttpJob),
    processes: { client: client.pid, server: server.pid, postgres: use.database.pid },
  })
  return interleave(use.database, side({ pid: use.bare.pid, port: use.barePort }), side(store))
}

/**
 * Compares orders over HTTP with one durable statement per order sent straight to PostgreSQL; each buyer
 * orders another product.
 * @param use.groups several groups of as many buyers as order concurrently; they alternate.
 * @param use.directBuyers the accounts of the direct statements.
 * @param use.prepared whether these statements are prepared.
 */
export async function compareOrdering(use: {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  sqlClient: Worker
  groups: BenchUser[][]
  directBuyers: BenchUser[]
  products: string[]
  prepared: boolean
}): Promise<Comparison> {
  const { store, database, products, prepared } = use
  const accounts = use.directBuyers.map(({ id }) => id)
  const directProducts = products.slice(accounts.length, accounts.length * 2)
  const direct = { url: database.url, products: directProducts, accounts, prepared }
  return interleave(
    database,
    {
      run: (ms) => use.sqlClient.ask<LoadReport>({ ...direct, ms } satisfies SqlJob),
      processes: { client: use.sqlClient.pid, postgres: database.pid },
    },
    orderingSide(use, store),
  )
}

/**
 * Compares orders over HTTP with a bare HTTP server that stores one row per order, over as many connections
 * to the same PostgreSQL.
 * @param use.groups several groups of as many buyers as order concurrently; they alternate.
 */
export async function compareWithBareOrders(use: {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  bareOrders: Worker
  groups: BenchUser[][]
  products: string[]
}): Promise<Comparison> {
  const { port: barePort } = await use.bareOrders.ask<{ port: number }>({
    url: use.database.url,
    connections: STORE_CONNECTIONS,
  } satisfies BareOrderJob)
  const bare = { pid: use.bareOrders.pid, port: barePort }
  return interleave(use.database, orderingSide(use, bare), orderingSide(use, use.store))
}

type Listening = { pid: number; port: number }

/** Orders at this server by one group of buyers after another. */
export function orderingSide(
  use: { database: BenchDatabase; client: Worker; groups: BenchUser[][]; products: string[] },
  server: Listening,
): Side {
  const { database, client, groups, products } = use
  let turn = 0
  return {
    prepare: () => deleteOrders(database, products),
    async run(ms) {
      turn += 1
      const buyers = groups[turn % groups.length] ?? []
      const requests = buyers.map(({ token }, i) => [orderRequest(token, products[i] ?? '')])
      return client.ask<LoadReport>({ port: server.port, ms, requests, status: 201 } satisfies HttpJob)
    },
    processes: { client: client.pid, server: server.pid, postgres: database.pid },
  }
}

/**
 * No real customer has a hundred unpaid orders, so the buyers delete theirs between rounds. Nor does a store
 * delete all its orders every second: the dead rows are vacuumed before the round, not during it.
 */
export async function deleteOrders(database: BenchDatabase, products: string[]): Promise<void> {
  await database.query(
    `update orders set hold = 'released', deleted_at = now() where deleted_at is null and product_id in ('${products.join("','")}')`,
  )
  await database.query('vacuum orders')
}

export function orderRequest(token: string, productId: string): string {
  const body = JSON.stringify({
    productId,
    orderQty: 1,
    customerPhone: '+1 555 0100',
    customerAddress: '1 Bench Street',
  })
  return (
    `POST /order HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}
