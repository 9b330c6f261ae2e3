import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { reconcilePayments } from '#domain/payments/reconcile-payments.server.ts'
import { createLog } from '#server/log.ts'
import { seedStore } from '#server/seed/seed-if-empty.ts'
import { runExternalProvider } from '../support/external-provider.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openSecondStore, openTestStore } from '../support/test-store.ts'

let dir: string
const databases: TestDatabase[] = []

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'driveline-first-'))
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  await rm(dir, { recursive: true })
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  databases.push(database)
  return database
}
/** Seeds the database as the first start of a demo store with its own data folder does. */
const fill = (database: TestDatabase, env: Record<string, string> = {}) =>
  seedStore({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: path.join(dir, crypto.randomUUID()), ...env }),
    databaseUrl: database.url,
    log: createLog('error'),
    say: () => undefined,
  })
const count = async ({ pool }: TestDatabase, what: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]?.n ?? 0

test('three demo stores that start on one empty database seed it once: each charge has its paid order', async () => {
  const database = await emptyDatabase()
  await Promise.all([fill(database), fill(database), fill(database)])
  const paid = await count(database, 'orders where paid_at is not null and line = 1')
  expect(paid).toBeGreaterThan(5)
  expect(await count(database, 'simulator.charges')).toBe(paid)
  expect(await count(database, 'simulator.intents')).toBe(paid)
  const store = await openSecondStore({ databaseUrl: database.url, db: database.db })
  try {
    expect(await reconcilePayments(store.shop)).toEqual([])
  } finally {
    await store.close()
  }
})

test('a store waits for another store’s vehicle import longer than a statement may wait for a lock', async () => {
  const database = await emptyDatabase()
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query(`select pg_advisory_xact_lock(hashtext('driveline.vehicles'))`)
  const filled = fill(database).then(
    () => 'filled',
    (error: unknown) => error,
  )
  expect(await Promise.race([filled, delay(9_000, 'waits')])).toBe('waits')
  await other.query('commit')
  other.release()
  expect(await filled).toBe('filled')
  expect(await count(database, 'vehicles')).toBeGreaterThan(10_000)
})

test('a demo store with another card provider starts on an empty database, and creates no charges there', async () => {
  const provider = await runExternalProvider()
  try {
    const database = await emptyDatabase()
    await fill(database, provider.env)
    expect(await count(database, 'products')).toBeGreaterThan(10)
    expect(await count(database, 'orders where paid_at is not null')).toBe(0)
    expect(provider.drainRequests()).toEqual([])
  } finally {
    await provider.stop()
  }
})

test('the simulator’s secret key belongs to a data folder: without it no client lists payments or injects faults', async () => {
  const stores = [
    await openTestStore({ SIMULATOR_SECRET_KEY: '' }),
    await openTestStore({ SIMULATOR_SECRET_KEY: '' }),
  ]
  try {
    const keys = await Promise.all(
      stores.map(({ dataDir }) => readFile(path.join(dataDir, 'secrets', 'simulator'), 'utf8')),
    )
    expect(new Set(keys).size).toBe(2)
    const [store] = stores
    const statusOf = async (what: string, key: string) =>
      (await fetch(`${store?.url}/simulator/stripe${what}`, { headers: { Authorization: `Bearer ${key}` } }))
        .status
    for (const what of ['/v1/payment_intents', '/v1/events', '/v1/charges', '/faults']) {
      for (const key of [
        'sk_test_driveline_simulator',
        'sk_test_',
        `sk_test_${keys[1]}`,
        'pk_test_driveline_simulator',
      ])
        expect(await statusOf(what, key), `${what} with ${key}`).toBe(401)
      expect(await statusOf(what, `sk_test_${keys[0]}`)).toBe(200)
    }
  } finally {
    for (const store of stores) await store.close()
  }
})
