// npm run lab -- bench-big: a store with 100,000 products and a million orders versus the demo store: what
// takes longer, and how much. Exits with 1 when a required bound is missed. --data <folder> saves both stores
// for the next run, --fill only creates them,
// --size <share> makes the big one smaller, such as 0.1; --only verify, lists or searches measures one
// section.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { LARGE_STORE, type StoreSize } from '../../tests/support/insert-large-store.ts'
import { startStore } from '../../tests/support/store-process.ts'
import { buildStore } from '../build-store.ts'
import { openBenchDatabase } from './bench-data.ts'
import { signInBuyers, issueAccessToken } from './bench-users.ts'
import { compareLists, type ListedStore } from './big-lists.ts'
import { prepareStore } from './big-store.ts'
import { type Figure, report } from './figures.ts'
import { compareUnderSearch } from './searching-visitors.ts'
import { startWorker } from './worker.ts'

/** The bound for `npm run verify`, in seconds. */
const VERIFY_S = 60
const CUSTOMERS = 3

const { values: use } = parseArgs({
  options: {
    data: { type: 'string' },
    fill: { type: 'boolean', default: false },
    size: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const share = Number(use.size)
if (!(share > 0 && share <= 1)) throw new Error('--size is a share of the big shop, above 0 and at most 1')
const size = Object.fromEntries(
  Object.entries(LARGE_STORE).map(([name, rows]) => [name, Math.ceil(rows * share)]),
) as StoreSize

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = use.data ?? (await mkdtemp(path.join(tmpdir(), 'driveline-bench-')))
const bigDir = path.join(folder, 'big')
const demoDir = path.join(folder, 'demo')
try {
  buildStore()
  say(`A demo store, and one with ${size.products} parts and ${size.orders} orders …`)
  await prepareStore(demoDir, null)
  await prepareStore(bigDir, size)
  if (!use.fill) report(await measure())
} finally {
  if (!use.data) await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<Figure[]> {
  const figures: Figure[] = []
  const wanted = (what: string) => use.only === undefined || use.only === what
  if (wanted('verify')) figures.push(...timeVerify())
  const big = await openListed(bigDir)
  try {
    if (wanted('lists')) {
      say('Lists …')
      const demo = await openListed(demoDir)
      figures.push(...(await compareLists(big, demo).finally(demo.close)))
    }
    if (wanted('searches')) {
      say('Orders and payments while visitors search …')
      const client = startWorker('http-client.ts')
      const users = await signInBuyers(big.store.url, big.database.url, CUSTOMERS)
      figures.push(
        ...(await compareUnderSearch({ ...big, client, people: users }).finally(() => client.end())),
      )
    }
  } finally {
    await big.close()
  }
  return figures
}

/** `npm run verify` of the big store, as an operator runs it. */
function timeVerify(): Figure[] {
  say('npm run verify …')
  const startedAt = performance.now()
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, '../../src/ops/verify.ts')],
    {
      env: { ...process.env, DATA_DIR: bigDir },
      encoding: 'utf8',
    },
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const broken = stdout.split('\n').filter((line) => line.startsWith('✗')).length
  return [
    { name: 'npm run verify', value: seconds, unit: ' s', atMost: VERIFY_S, digits: 1 },
    {
      name: 'npm run verify, broken rules',
      value: status === 0 ? 0 : Math.max(1, broken),
      atMost: 0,
      digits: 0,
    },
  ]
}

async function openListed(dataDir: string): Promise<ListedStore & { close: () => Promise<void> }> {
  const store = await startStore(dataDir)
  const database = await openBenchDatabase(dataDir)
  const token = await issueAccessToken(store.url, 'admin@demo.test', 'demo1234')
  const close = async () => {
    await database.close()
    await store.stop()
  }
  return { store, database, token, close }
}
