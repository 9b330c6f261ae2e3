import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import type { Shop } from '#domain/shop.ts'
import { readContent } from '#server/content/read-content.ts'
import { createLog } from '#server/log.ts'
import { openStore } from '#server/open-store.ts'
import { noPages } from '#server/pages.ts'
import { hashingOfTests } from './cached-hashing.ts'
import { TEST_SWEEP_SECONDS } from './database-server.ts'
import { RAISED_LIMITS } from './raised-limits.ts'
import { secretKey } from './running-simulator.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A real store on a fresh database, listening, without the built pages. */
export type TestStore = {
  url: string
  /** The URL of its metrics, when METRICS_PORT is set (0: any free port). */
  metricsUrl: string
  /** Makes it drain, as SIGTERM does. */
  beginDraining(): void
  shop: Shop
  db: Database
  databaseUrl: string
  /** The folder of its secrets and pictures. */
  dataDir: string
  /** SQL statements sent so far. */
  statements: () => number
  close(): Promise<void>
}

type CreatePages = Parameters<typeof openStore>[0]['createPages']

/**
 * @param env settings that differ from the tests' own.
 * @param createPages creates its pages from the build; default none.
 */
export async function openTestStore(
  env: Record<string, string> = {},
  createPages: CreatePages = () => Promise.resolve(noPages),
): Promise<TestStore> {
  return openStoreOn(await createTestDatabase(), env, createPages)
}

/** A second store on another's database, like a second process: close it before the first. */
export function openSecondStore(
  store: Pick<TestStore, 'databaseUrl' | 'db'>,
  env: Record<string, string> = {},
  createPages: CreatePages = () => Promise.resolve(noPages),
): Promise<TestStore> {
  return openStoreOn(
    { url: store.databaseUrl, db: store.db, drop: () => Promise.resolve() },
    env,
    createPages,
  )
}

/** Reading the demo's content takes a tenth of a second, and most tests use it unchanged. */
const demoContent = new Map<string, ReturnType<typeof readContent>>()

function contentOf(config: Config): ReturnType<typeof readContent> {
  const { CONTENT_DIR, demo, sender, APP_URL } = config
  if (CONTENT_DIR) return readContent(config)
  const settings = JSON.stringify([demo, sender, APP_URL])
  const content = demoContent.get(settings) ?? readContent(config)
  demoContent.set(settings, content)
  return content
}

async function openStoreOn(
  database: Pick<TestDatabase, 'url' | 'db' | 'drop'>,
  env: Record<string, string>,
  createPages: CreatePages = () => Promise.resolve(noPages),
): Promise<TestStore> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-store-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SWEEP_SECONDS: String(TEST_SWEEP_SECONDS),
    ...RAISED_LIMITS,
    LIMIT_UNPAID_ORDERS: '1000',
    SIMULATOR_SECRET_KEY: secretKey,
    ...env,
  })
  let port = 0
  const ownUrl = () => `http://127.0.0.1:${port}`
  const store = await openStore({
    config,
    databaseUrl: database.url,
    ownUrl,
    appUrl: () => config.APP_URL ?? ownUrl(),
    content: await contentOf(config),
    log: createLog(config.LOG_LEVEL),
    createPages,
    hashing: hashingOfTests(),
  })
  // Like the store's own: tests that keep this thread busy for Node's 5 s would send on connections that are
  // closing.
  const server = createServer({ keepAliveTimeout: 65_000 }, store.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const metrics = config.METRICS_PORT === undefined ? null : createServer(await store.createMetricsListener())
  if (metrics) await new Promise<void>((resolve) => metrics.listen(config.METRICS_PORT, '127.0.0.1', resolve))
  store.begin()
  return {
    url: ownUrl(),
    metricsUrl: metrics ? `http://127.0.0.1:${(metrics.address() as AddressInfo).port}/metrics` : '',
    beginDraining: () => store.beginDraining(),
    shop: store.shop,
    db: database.db,
    databaseUrl: database.url,
    dataDir,
    statements: store.pools.statements,
    async close() {
      metrics?.closeAllConnections()
      metrics?.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await store.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
