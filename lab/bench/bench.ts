// npm run lab -- bench
// The built store as a separate process on its own database in a temporary folder, versus a
// bare implementation of the same work.
// Both sides are measured alternately, so that their ratio holds on any machine. Exits with 1 when a required
// bound is missed.
// It builds first when a source has changed. --no-npm uses the build as it is, and skips the two `npm start`.
// `npm run lab -- bench orders` measures that section alone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { npmStart, startStore } from '../../tests/support/store-process.ts'
import { buildStore } from '../build-store.ts'
import { insertProducts, openBenchDatabase } from './bench-data.ts'
import { signInBuyers } from './bench-users.ts'
import { type Figure, report } from './figures.ts'
import { median } from './load-report.ts'
import { BUYERS, GROUPS, type Loaded, LOAD_SECTIONS } from './load-sections.ts'
import { startWorker } from './worker.ts'

const PRODUCTS = 10_000
/** Products to read round robin: as many as a list shows. */
const PARTS_READ = 100
/** A store counts as idle after this long, in ms. */
const IDLE_MS = 5_000
const STARTS = 3

const say = (line: string) => process.stdout.write(`${line}\n`)
const withNpm = !process.argv.includes('--no-npm')
const SECTIONS = ['starts', ...Object.keys(LOAD_SECTIONS)]
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (!named.every((name) => SECTIONS.includes(name))) {
  process.stderr.write(`The sections of the benchmark are: ${SECTIONS.join(', ')}.\n`)
  process.exit(2)
}
const isWanted = (section: string) => named.length === 0 || named.includes(section)
const loadSections = Object.entries(LOAD_SECTIONS).filter(([section]) => isWanted(section))

if (withNpm) buildStore()
const figures: Figure[] = []
const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-bench-'))
try {
  await seedStore()
  if (isWanted('starts')) await measureStarts()
  if (loadSections.length > 0) await measureLoad()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
report(figures)

async function seedStore(): Promise<void> {
  say(`A new store with ${PRODUCTS} parts …`)
  const first = await startStore(dataDir)
  const database = await openBenchDatabase(dataDir)
  await insertProducts(database, PRODUCTS)
  await database.close()
  await first.stop()
}

async function measureStarts(): Promise<void> {
  say('Starts …')
  const starts: number[] = []
  for (let i = 0; i < STARTS; i += 1) {
    const store = await startStore(dataDir)
    starts.push(store.readyMs)
    await store.stop()
  }
  figures.push({
    name: 'server start',
    value: median(starts) / 1_000,
    unit: ' s',
    atMost: 1,
    note: `process to /readyz, database included; median of ${STARTS}`,
  })
  if (!withNpm) return
  await (await npmStart(dataDir)).stop()
  const second = await npmStart(dataDir)
  await second.stop()
  figures.push({ name: 'second npm start', value: second.readyMs / 1_000, unit: ' s', atMost: 5 })
}

/** The sections that load one running store, and its memory when all of them run. */
async function measureLoad(): Promise<void> {
  // Before the store starts: PostgreSQL counts statements from its own start.
  const database = await openBenchDatabase(dataDir)
  // People who sign up at the same time each have an address.
  const store = await startStore(dataDir, { env: { TRUST_PROXY: '1' } })
  const addMemory = (when: string, atMost: number) => {
    if (named.length > 0) return
    figures.push({ name: `memory, ${when}`, value: store.memoryMiB(), unit: ' MiB', atMost, digits: 0 })
  }
  await delay(IDLE_MS)
  addMemory('idle', 160)
  const client = startWorker('http-client.ts')
  try {
    say('Signing people in …')
    const users = await signInBuyers(store.url, database.url, BUYERS * (GROUPS + 1))
    const rows = await database.query<{ id: string }>(
      `select id from products where name like 'Bench part %' order by created_at desc limit ${PARTS_READ}`,
    )
    const loaded: Loaded = { store, database, client, people: users, products: rows.map(({ id }) => id), say }
    for (const [, measure] of loadSections) figures.push(...(await measure(loaded)))
    addMemory('after load', 220)
  } finally {
    client.end()
    await database.close()
    await store.stop()
  }
}
