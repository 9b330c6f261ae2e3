import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { isReady, startStore, type StoreProcess } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let dataDir: string
let store: StoreProcess

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-garbled-'))
  store = await startStore(dataDir, { env: { DATABASE_URL: proxy.url } })
}, 120_000)
afterAll(async () => {
  await store.stop()
  await proxy.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a store whose connections all receive malformed protocol messages opens others and keeps working', async () => {
  // The connections for orders and pages, of the change channel, and of the mail queue.
  expect(proxy.garble()).toBeGreaterThan(3)
  for (let time = 0; time < 3; time += 1) {
    await expect.poll(() => isReady(store), { timeout: 60_000 }).toBe(true)
    await expect
      .poll(async () => (await fetch(`${store.url}/catalogue/search?q=pads${time}`)).status, {
        timeout: 60_000,
      })
      .toBe(200)
    proxy.garble()
  }
  await expect.poll(() => isReady(store), { timeout: 60_000 }).toBe(true)
})
