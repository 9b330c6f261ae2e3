// npm run bench: the built store as its own process on its own database in a temporary folder, beside the same work done barely.
// Both sides are measured in turn, so that their ratio holds on any machine. Ends with 1 when a required bound is missed.
// It builds first when a source has changed. --no-npm takes the build as it is, and leaves out the two `npm start`.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { insertProducts, openBenchDatabase, prepareCounting } from './bench-data.ts'
import { signInBuyers, takeToken } from './bench-people.ts'
import { type Figure, report } from './figures.ts'
import { countStaleAnswers } from './freshness.ts'
import { rush } from './last-pieces.ts'
import { readingWhilePaymentsHang } from './hanging-payments.ts'
import { median } from './load-report.ts'
import { compareOrdering, compareReading, compareWithBareOrders, type Comparison } from './rounds.ts'
import { npmStart, startStore } from './store-process.ts'
import { startWorker } from './worker.ts'

const PRODUCTS = 10_000
/** Parts that are asked for in turn: as many as a list shows. */
const PARTS_READ = 100
const BUYERS = 16
const RUSHING = 60
/** Groups of buyers that take turns. */
const GROUPS = 8
const PIECES = 10
/** Payments that wait for a provider that does not answer. */
const HANGING = 50
/** A store counts as idle after this long, in ms. */
const IDLE_MS = 5_000
const STARTS = 3

const say = (line: string) => process.stdout.write(`${line}\n`)
const figures: Figure[] = []
const withNpm = !process.argv.includes('--no-npm')
if (withNpm) {
  const prepare = path.join(import.meta.dirname, '../prepare.mjs')
  const { status } = spawnSync(process.execPath, [prepare, 'build'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-bench-'))
try {
  await measureStarts()
  await measureLoad()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
report(figures)

async function measureStarts(): Promise<void> {
  say(`A new store with ${PRODUCTS} parts …`)
  const first = await startStore(dataDir)
  const database = await openBenchDatabase(dataDir)
  await insertProducts(database, PRODUCTS)
  await database.close()
  await first.stop()

  say('Starts …')
  const starts: number[] = []
  for (let i = 0; i < STARTS; i += 1) {
    const store = await startStore(dataDir)
    starts.push(store.readyMs)
    await store.stop()
  }
  figures.push({
    name: 'server start',
    value: median(starts) / 1000,
    unit: ' s',
    atMost: 1,
    note: `process to /readyz, database included; median of ${STARTS}`,
  })
  if (!withNpm) return
  await (await npmStart(dataDir)).stop()
  const second = await npmStart(dataDir)
  await second.stop()
  figures.push({ name: 'second npm start', value: second.readyMs / 1000, unit: ' s', atMost: 5 })
}

async function measureLoad(): Promise<void> {
  await prepareCounting(dataDir)
  const store = await startStore(dataDir)
  await delay(IDLE_MS)
  figures.push({ name: 'memory, idle', value: store.memoryMiB(), unit: ' MiB', atMost: 160, digits: 0 })

  const database = await openBenchDatabase(dataDir)
  const workers = ['http-client.ts', 'sql-client.ts', 'bare-server.ts', 'bare-order-server.ts'].map(
    startWorker,
  )
  const [client, sqlClient, bare, bareOrders] = workers
  if (!client || !sqlClient || !bare || !bareOrders) throw new Error('A helper process is missing')
  try {
    const { port: barePort } = await bare.ask<{ port: number }>()
    say('Signing people in …')
    const people = await signInBuyers(store.url, database.url, BUYERS * (GROUPS + 1))
    const admin = await takeToken(store.url, 'admin@demo.test', 'demo1234')
    const products = await database.query<{ id: string }>(
      `select id from products where name like 'Bench part %' order by created_at desc limit ${PARTS_READ}`,
    )
    const ids = products.map(({ id }) => id)
    const shared = { store, database, client }
    const bearer = { Authorization: `Bearer ${people[0]?.token}` }

    say('GET /products …')
    const list = await compareReading({ ...shared, bare, barePort, paths: ['/products'] })
    figures.push(...readingFigures('GET /products', list, { atLeast: 0.45, aim: 0.65 }))
    say('GET /product/{id} …')
    const paths = ids.map((id) => `/product/${id}`)
    const part = await compareReading({ ...shared, bare, barePort, paths, headers: bearer })
    figures.push(...readingFigures('GET /product/{id}', part, { atLeast: 0.3, aim: 0.5 }))
    say('GET / …')
    const home = await compareReading({ ...shared, bare, barePort, paths: ['/'] })
    figures.push(...readingFigures('GET / (HTML)', home, { atLeast: 0.05, aim: 0.3 }))
    say('POST /order …')
    const group = (i: number) => people.slice(i * BUYERS, (i + 1) * BUYERS)
    const groups = Array.from({ length: GROUPS }, (_, i) => group(i))
    const ordering = { ...shared, sqlClient, groups, directBuyers: group(GROUPS), products: ids }
    const orders = await compareOrdering({ ...ordering, prepared: false })
    figures.push(...readingFigures('POST /order', orders, { atLeast: 0.5, aim: 0.7 }, 'SQL alone'))
    const beside = await compareOrdering({ ...ordering, prepared: true })
    figures.push(...readingFigures('POST /order', beside, {}, 'prepared SQL alone'))
    const stored = await compareWithBareOrders({ ...shared, bareOrders, groups, products: ids })
    figures.push(...readingFigures('POST /order', stored, { atLeast: 0.6, aim: 1 }, 'bare HTTP and one row'))
    figures.push({
      name: 'POST /order, SQL statements',
      value: orders.statementsPerCall,
      atMost: 4,
      aim: 2,
      note: 'token check and announcement included',
    })
    say(`${RUSHING} buyers, ${PIECES} pieces …`)
    figures.push(...(await rushFigures('once each', 1)), ...(await rushFigures('pressing twice', 2)))
    async function rushFigures(how: string, presses: number): Promise<Figure[]> {
      const after = await rush(store.url, database, people.slice(0, RUSHING), { pieces: PIECES, presses })
      const name = `${RUSHING} buyers, ${PIECES} pieces, ${how}`
      return [
        { name: `${name}: orders`, value: after.orders, atLeast: PIECES, atMost: PIECES, digits: 0 },
        { name: `${name}: stock left`, value: after.stock, atLeast: 0, atMost: 0, digits: 0 },
        { name: `${name}: answers 5xx`, value: after.serverErrors, atMost: 0, digits: 0 },
      ]
    }
    say('Changes while others read …')
    const { reads, stale } = await countStaleAnswers(store, client, admin)
    figures.push({
      name: 'stale after a change',
      value: stale,
      atMost: 0,
      digits: 0,
      note: `of ${reads} answers`,
    })
    figures.push({
      name: 'memory, after load',
      value: store.memoryMiB(),
      unit: ' MiB',
      atMost: 220,
      digits: 0,
    })
    say('GET /products while payments hang …')
    figures.push({
      name: 'GET /products, p99 while 50 payments hang',
      value: await readingWhilePaymentsHang(store, client, people.slice(0, HANGING), ids),
      atMost: 1.2,
      note: 'of its p99 otherwise; medians of rounds in turn',
    })
  } finally {
    for (const worker of workers) worker.end()
    await database.close()
    await store.stop()
  }
}

function readingFigures(
  name: string,
  found: Comparison,
  bounds: { atLeast?: number; aim?: number },
  bareName = 'bare node:http',
): Figure[] {
  const rate = (perSecond: number) => `${Math.round(perSecond)}/s`
  return [
    {
      name: `${name}, of ${bareName}`,
      value: found.ratio,
      ...bounds,
      note:
        `${rate(found.store.perSecond)} of ${rate(found.bare.perSecond)}; p50 ${found.store.p50.toFixed(2)} ms, ` +
        `p99 ${found.store.p99.toFixed(2)} ms; ${found.statementsPerCall.toFixed(2)} SQL statements per call`,
    },
    {
      name: `${name}, errors`,
      value: found.errors,
      atMost: 0,
      digits: 0,
      ...(found.firstError ? { note: found.firstError } : {}),
    },
  ]
}
