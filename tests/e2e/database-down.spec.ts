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

test('While the database is down, visited pages are shown with a notice, which disappears with the next fresh page', async ({
  page,
  request,
  away: { database, proxy },
  expectConsoleError,
}) => {
  const [first] = await (await request.get('/products?limit=1')).json()
  const part = `/parts/${first.slug}`
  for (const address of ['/', '/parts', part, '/categories'])
    expect((await request.get(address)).status()).toBe(200)
  proxy.cut({ refuse: true })
  // Pages that need the database say why they cannot be shown.
  expectConsoleError(/status of 503/)

  await page.goto('/parts')
  const notice = page.getByRole('complementary', { name: 'Not up to date' })
  await expect(notice).toHaveText(
    /^Availability and prices may have changed since \d\d:\d\d UTC\. They are checked when you order\.$/,
  )
  await waitForHydration(page)
  await expect(notice).toBeVisible()
  await expectAccessible(page, 'an old page')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('main').getByRole('link', { name: first.name }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible()
  await expect(notice).toBeVisible()
  await page.goto('/brands')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not|wrong|moment|minute/i)

  await page.goto(part)
  await waitForHydration(page)
  proxy.switchTo(database.url)
  await expect.poll(async () => (await request.get('/parts')).headers()['age']).toBeUndefined()
  await page.getByRole('link', { name: 'Parts', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
