import { afterAll, beforeAll, expect, test } from 'vitest'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { startTcpProxy, type TcpProxy, throughProxy } from '../support/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** No visitor waits longer for a page, whatever the database does. */
const PAGE_MS = 12_000

let database: TestDatabase
let proxy: TcpProxy
let store: RunningStore
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startTcpProxy(Number(new URL(database.url).port))
  store = await runStore({ DATABASE_URL: throughProxy(database.url, proxy), SWEEP_SECONDS: '1' })
}, START_LIMIT_MS)
afterAll(async () => {
  await store.close()
  await proxy.close()
  await database.drop()
})

type Page = { status: number; headers: Headers; html: string; text: string }

/** What a person gets; `text` is what they read in the page's main part. */
async function open(path: string): Promise<Page> {
  const answer = await fetch(store.url + path, { headers: { Accept: 'text/html' } })
  const html = await answer.text()
  const main = /<main[^]*<\/main>/.exec(html)?.[0] ?? ''
  const text = main
    .replaceAll(/<script[^]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  return { status: answer.status, headers: answer.headers, html, text }
}

/** The page that says what is wrong and what to do, and nothing of how the store is made. */
function expectApology({ status, headers, html, text }: Page, path: string): void {
  expect(status, text).toBe(503)
  expect(headers.get('content-type')).toContain('text/html')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).toContain('This page could not be shown')
  expect(text).toContain('Nothing you ordered or typed elsewhere is lost. Please try again in a moment.')
  // Links, since they work without scripts: reload, and the way out.
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, words]) => [
    words,
    href?.replaceAll('&amp;', '&'),
  ])
  expect(links).toContainEqual(['Try again', path])
  expect(links).toContainEqual(['Go to the home page', '/'])
  expect(html).not.toMatch(/\n\s+at |node_modules|\.server\.ts|ECONNREFUSED|Connection terminated|postgres/i)
}

const READS = ['/', '/parts', '/parts?category=Brakes']

/** Every page, uncached: the cache is off while changes cannot be received. */
async function expectRecovered(): Promise<void> {
  for (const path of READS)
    await expect.poll(async () => (await open(path)).status, { timeout: 15_000 }).toBe(200)
  expect((await open('/parts')).text).toMatch(/\d+ parts/)
}

test('the database is away: pages that need it say so with 503, the others are shown, and the next request after it is back works', async () => {
  await expectRecovered()
  proxy.cut({ refuse: true })
  // A cached page may be served until the store has noticed.
  await expect.poll(async () => (await open('/')).status, { timeout: 10_000 }).toBe(503)
  for (const path of READS) expectApology(await open(path), path)
  for (const path of ['/login', '/blogs', '/dashboard/myOrders'])
    expect((await open(path)).status, path).toBe(200)
  expect((await open('/nothing-here')).status).toBe(404)
  expect((await fetch(`${store.url}/favicon.svg`)).status).toBe(200)
  // The browser's request for client-side navigation.
  const data = await fetch(`${store.url}/parts.data`)
  expect(data.status).toBe(503)
  expect(await data.text()).not.toMatch(/Connection|ECONN|\bat \S+:\d+/)
  proxy.lead(Number(new URL(database.url).port))
  expect((await open('/parts?category=Filters')).status).toBe(200)
  await expectRecovered()
})

test('the database falls silent: a page that needs it ends with the same words, and no later than others', async () => {
  await expectRecovered()
  proxy.freeze()
  const begun = performance.now()
  expectApology(await open('/parts?category=Cooling'), '/parts?category=Cooling')
  expect(performance.now() - begun).toBeLessThan(PAGE_MS)
  proxy.thaw()
  await expectRecovered()
})

test('the log has one line each, without stacks', () => {
  const lines = store.said().split('\n').filter(Boolean)
  const told = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(told.filter(({ path }) => path === '/parts')).not.toEqual([])
  expect(told.filter(({ level }) => level > 40)).toEqual([])
  expect(lines.filter((line) => /^\s+at |^\w*Error:/.test(line))).toEqual([])
})
