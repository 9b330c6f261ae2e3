import type { BareOrderJob } from './bare-order-server.ts'
import type { BareAnswer } from './bare-server.ts'
import type { BenchDatabase } from './bench-data.ts'
import type { BenchPerson } from './bench-people.ts'
import type { HttpJob } from './http-client.ts'
import { type LoadReport, median } from './load-report.ts'
import type { SqlJob } from './sql-client.ts'
import type { StoreProcess } from './store-process.ts'
import type { Worker } from './worker.ts'

/** How long one side is measured at a time, and how often: a noisy moment then meets both sides alike. */
const ROUND_MS = 700
const ROUNDS = 7
const WARM_UP_MS = 1_500
const CONNECTIONS = 32
/** What DATABASE_POOL is by default. */
const STORE_CONNECTIONS = 12

/** Two sides, measured in turn: medians over the rounds. */
export type Comparison = {
  bare: { perSecond: number }
  store: { perSecond: number; p50: number; p99: number }
  /** The store's share of the bare side. */
  ratio: number
  errors: number
  firstError: string | null
  statementsPerCall: number
}

/** Measures bare, store, bare, store … after a warm-up of both. */
async function interleave(
  database: BenchDatabase,
  bare: (ms: number) => Promise<LoadReport>,
  store: (ms: number) => Promise<LoadReport>,
): Promise<Comparison> {
  await bare(WARM_UP_MS)
  await store(WARM_UP_MS)
  const bares: LoadReport[] = []
  const stores: LoadReport[] = []
  let statements = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    bares.push(await bare(ROUND_MS))
    await database.countStatements()
    stores.push(await store(ROUND_MS))
    statements += await database.statements()
  }
  const of = (reports: LoadReport[], what: 'perSecond' | 'p50' | 'p99') =>
    median(reports.map((report) => report[what]))
  const all = [...bares, ...stores]
  return {
    bare: { perSecond: of(bares, 'perSecond') },
    store: { perSecond: of(stores, 'perSecond'), p50: of(stores, 'p50'), p99: of(stores, 'p99') },
    ratio: of(stores, 'perSecond') / of(bares, 'perSecond'),
    errors: all.reduce((sum, { errors }) => sum + errors, 0),
    firstError: all.find(({ firstError }) => firstError)?.firstError ?? null,
    statementsPerCall: statements / stores.reduce((sum, { count }) => sum + count, 0),
  }
}

/** A GET as it goes over the wire. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/**
 * The store's answers to GETs beside a bare server that sends the same bytes.
 * @param use.paths asked in turn; the bare server sends what the first of them answers.
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
  if (sample.status !== 200) throw new Error(`${paths[0]} answered ${sample.status}`)
  const body = Buffer.from(await sample.arrayBuffer()).toString('base64')
  const type = sample.headers.get('content-type') ?? ''
  await use.bare.ask<string>({ headers: { 'content-type': type }, body } satisfies BareAnswer)
  const requests = Array.from({ length: CONNECTIONS }, (_, i) =>
    paths.map((_path, j) => getRequest(paths[(i + j) % paths.length] ?? '/', headers)),
  )
  const run = (port: number) => (ms: number) =>
    client.ask<LoadReport>({ port, ms, requests, status: 200 } satisfies HttpJob)
  return interleave(use.database, run(use.barePort), run(store.port))
}

/**
 * Orders through the door beside one durable statement per order sent straight to PostgreSQL, each buyer another part.
 * @param use.groups as many buyers as order at the same moment, several times: they take turns.
 * @param use.directBuyers in whose name the straight statements order.
 * @param use.prepared whether these statements are prepared before.
 */
export async function compareOrdering(use: {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  sqlClient: Worker
  groups: BenchPerson[][]
  directBuyers: BenchPerson[]
  products: string[]
  prepared: boolean
}): Promise<Comparison> {
  const { store, database, groups, products, prepared } = use
  const accounts = use.directBuyers.map(({ id }) => id)
  const directProducts = products.slice(accounts.length, accounts.length * 2)
  const direct = { url: database.url, products: directProducts, accounts, prepared }
  let turn = 0
  return interleave(
    database,
    (ms) => use.sqlClient.ask<LoadReport>({ ...direct, ms } satisfies SqlJob),
    async (ms) => {
      await deleteOrders(database, products)
      turn += 1
      const buyers = groups[turn % groups.length] ?? []
      const requests = buyers.map(({ token }, i) => [orderRequest(token, products[i] ?? '')])
      return use.client.ask<LoadReport>({ port: store.port, ms, requests, status: 201 } satisfies HttpJob)
    },
  )
}

/**
 * Orders through the door beside a bare HTTP server that stores one row per order, over as many connections to the same PostgreSQL.
 * @param use.groups as many buyers as order at the same moment, several times: they take turns.
 */
export async function compareWithBareOrders(use: {
  store: StoreProcess
  database: BenchDatabase
  client: Worker
  bareOrders: Worker
  groups: BenchPerson[][]
  products: string[]
}): Promise<Comparison> {
  const { store, database, client, groups, products } = use
  const { port: barePort } = await use.bareOrders.ask<{ port: number }>({
    url: database.url,
    connections: STORE_CONNECTIONS,
  } satisfies BareOrderJob)
  let turn = 0
  const run = (port: number) => async (ms: number) => {
    await deleteOrders(database, products)
    turn += 1
    const buyers = groups[turn % groups.length] ?? []
    const requests = buyers.map(({ token }, i) => [orderRequest(token, products[i] ?? '')])
    return client.ask<LoadReport>({ port, ms, requests, status: 201 } satisfies HttpJob)
  }
  return interleave(database, run(barePort), run(store.port))
}

/** A store refuses a customer's 51st unpaid order; between rounds the buyers therefore delete what they have ordered. */
async function deleteOrders(database: BenchDatabase, products: string[]): Promise<void> {
  await database.query(
    `update orders set hold = 'released', deleted_at = now() where deleted_at is null and product_id in ('${products.join("','")}')`,
  )
}

function orderRequest(token: string, productId: string): string {
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
