import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { msOf } from '../support/ms-of.ts'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let store: RunningStore
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  store = await runStore({ DATABASE_URL: proxy.url, SWEEP_SECONDS: '1' })
}, START_LIMIT_MS)
afterAll(async () => {
  await store.close()
  await proxy.close()
  await database.drop()
})

type Page = { status: number; headers: Headers; html: string; text: string }

/** The response to a visitor; `text` is the text of the page's main part. */
async function open(path: string): Promise<Page> {
  const response = await fetch(store.url + path, { headers: { Accept: 'text/html' } })
  const html = await response.text()
  const main = /<main[^]*<\/main>/.exec(html)?.[0] ?? ''
  const text = main
    .replaceAll(/<script[^]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  return { status: response.status, headers: response.headers, html, text }
}

/** Expects the page that says what is wrong and what to do, without internals. */
function expectApology({ status, headers, html, text }: Page, path: string): void {
  expect(status, text).toBe(503)
  expect(headers.get('content-type')).toContain('text/html')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).toContain('This page could not be shown')
  expect(text).toContain('Nothing you ordered or typed elsewhere is lost. Please try again in a moment.')
  // Links, since they work without scripts: reload, and the home page.
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, words]) => [
    words,
    href?.replaceAll('&amp;', '&'),
  ])
  expect(links).toContainEqual(['Try again', path])
  expect(links).toContainEqual(['Go to the home page', '/'])
  expect(html).not.toMatch(/\n\s+at |node_modules|\.server\.ts|ECONNREFUSED|Connection terminated|postgres/i)
}

const READS = ['/', '/parts', '/parts?category=Brakes']
async function expectRecovered(): Promise<void> {
  for (const path of READS) await expect.poll(async () => (await open(path)).status).toBe(200)
  expect((await open('/parts')).text).toMatch(/\d+ parts/)
}

test('while the database is down pages that need it are a 503, the others are shown, and the first request after it is back works', async () => {
  await expectRecovered()
  proxy.cut({ refuse: true })
  for (const path of READS) {
    // What was cached is shown until it expires.
    await expect.poll(async () => (await open(path)).status).toBe(503)
    expectApology(await open(path), path)
  }
  for (const path of ['/login', '/blogs', '/dashboard/myOrders'])
    expect((await open(path)).status, path).toBe(200)
  expect((await open('/nothing-here')).status).toBe(404)
  expect((await fetch(`${store.url}/favicon.svg`)).status).toBe(200)
  // The browser's request for client-side navigation.
  const data = await fetch(`${store.url}/parts.data?sort=name`)
  expect(data.status).toBe(503)
  expect(await data.text()).not.toMatch(/Connection|ECONN|\bat \S+:\d+/)
  proxy.switchTo(database.url)
  expect((await open('/parts?category=Filters')).status).toBe(200)
  await expectRecovered()
})

test('a page that needs a hanging database shows the same message, within the same time', async () => {
  await expectRecovered()
  proxy.freeze()
  // The calls first, so that they have the open connections: a statement waits for 8 s, a new connection for
  // 5.
  const durations = [7, 8, 9].map((limit) => msOf(fetch(`${store.url}/products?limit=${limit}`)))
  const page = await msOf(open('/parts?category=Cooling'))
  const calls = await Promise.all(durations)
  for (const call of calls) expect(call.result.status).toBe(503)
  expectApology(page.result, '/parts?category=Cooling')
  // A page that waited for two statements one after the other would take twice as long.
  expect(page.ms).toBeLessThan(Math.max(...calls.map(({ ms }) => ms)) * 1.6)
  proxy.thaw()
  await expectRecovered()
})

test('searches that are too many, or take too long, show the same message, and other pages go on', async () => {
  await expectRecovered()
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table product_search')
  const paths = Array.from({ length: 40 }, (_, n) => `/parts?q=brake+${n}`)
  const searches = paths.map((path) => open(path))
  expect((await open('/blogs')).status).toBe(200)
  for (const [n, page] of (await Promise.all(searches)).entries()) expectApology(page, paths[n] ?? '')
  await holder.end()
  await expectRecovered()
})

test('the log has one line per failure, without stacks', () => {
  const lines = store.output().split('\n').filter(Boolean)
  const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(entries.filter(({ path }) => path === '/parts')).not.toEqual([])
  expect(entries.filter(({ level }) => level > 40)).toEqual([])
  expect(lines.filter((line) => /^\s+at |^\w*Error:/.test(line))).toEqual([])
})
