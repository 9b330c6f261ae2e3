import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { expectAccessible } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { expect, test as base } from './support/test.ts'

type Away = { database: EmbeddedPostgres; proxy: DatabaseProxy }

/**
 * A store whose database is behind a proxy. In a fixture: the runner also reads this file, and must not start
 * a server.
 */
const test = base.extend<object, { away: Away }>({
  away: [
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'driveline-away-'))
      const database = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined })
      const proxy = await startDatabaseProxy(database.url)
      await use({ database, proxy })
      await proxy.close()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  storeEnv: [
    ({ away }, use) => use({ DATABASE_URL: away.proxy.url, SWEEP_SECONDS: '3600', LOG_LEVEL: 'error' }),
    { scope: 'worker' },
  ],
})

test('While the database is down, pages that need it say so, and the link of their page works when it is back', async ({
  page,
  request,
  away: { database, proxy },
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503/)
  await page.goto('/blogs')
  await waitForHydration(page)
  proxy.cut({ refuse: true })
  await page.getByRole('link', { name: 'Parts', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not|wrong|moment|minute/i)
  await expectAccessible(page, 'a page without its database')

  await page.goto('/brands')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not|wrong|moment|minute/i)
  proxy.switchTo(database.url)
  await expect.poll(async () => (await request.get('/brands')).status()).toBe(200)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Brands' })).toBeVisible()
})
