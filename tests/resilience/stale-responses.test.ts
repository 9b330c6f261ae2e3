// Long because one store loses its database, and every kind of response is compared before and after.

import { once } from 'node:events'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPages } from '#server/pages.ts'
import { buildPages } from '../support/build-pages.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { order, stockProduct } from '../support/orders.ts'
import { expectProblem } from '../support/problem.ts'
import { readMetrics, sumOf } from '../support/read-metrics.ts'
import { receivesChanges } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openSecondStore, type TestStore } from '../support/test-store.ts'
import { caller, signIn, type User } from '../support/users.ts'

// What visitors see while the database cannot be reached: what they saw before, and that it may be outdated.

/** How long the database is down: longer than any heartbeat and any failover, in ms. */
const AWAY_MS = 15_000
const FRONT_END = 'https://parts.example.com'
const NOTICE = 'Availability and prices may have changed since'

let database: TestDatabase
let proxy: DatabaseProxy
let store: TestStore
let customer: User
let admin: User

beforeAll(async () => {
  await buildPages()
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  store = await openSecondStore(
    { databaseUrl: proxy.url, db: database.db },
    { METRICS_PORT: '0', LOG_LEVEL: 'silent', CORS_ORIGINS: FRONT_END },
    createPages,
  )
  customer = await signIn(store)
  admin = await signIn(store, { admin: true })
}, 300_000)
afterAll(async () => {
  await store.close()
  await proxy.close()
  await database.drop()
})
/** Waits until the database is there for the store, and its responses are cached. */
async function databaseIsThere(): Promise<void> {
  proxy.switchTo(database.url)
  await expect
    .poll(async () => sumOf(await readMetrics(store.metricsUrl), 'driveline_database_outage'))
    .toBe(0)
  // Cached again: changes are received.
  await expect.poll(() => receivesChanges(store)).toBe(true)
}

/** Waits until the store has heard of every change so far: a later notification has arrived. */
async function changesArrived(): Promise<void> {
  const client = await database.pool.connect()
  await client.query('listen driveline')
  for (let received = 0; received < 2;) {
    const [{ payload }] = (await once(client, 'notification')) as [pg.Notification]
    if (payload?.startsWith('heartbeat')) received += 1
  }
  client.release(true)
}

/** Cuts the database off, and waits until the store knows. */
async function databaseIsDown(): Promise<void> {
  proxy.cut({ refuse: true })
  const isKnown = async () => {
    await fetch(`${store.url}/products?category=${crypto.randomUUID()}`)
    return sumOf(await readMetrics(store.metricsUrl), 'driveline_database_outage')
  }
  await expect.poll(isKnown).toBe(1)
}

type Shown = { status: number; text: string; isOld: boolean; headers: Headers }

async function show(address: string, sent: Record<string, string> = {}): Promise<Shown> {
  const response = await fetch(store.url + address, { headers: sent })
  const { status, headers } = response
  return { status, headers, text: await response.text(), isOld: headers.has('age') }
}

/** Asserts that every stale page and response carries the headers of one, and that no other does. */
function expectHonest({ headers, text, isOld }: Shown): void {
  expect(headers.get('cache-status')).toBe(isOld ? 'driveline; detail=database_unavailable' : null)
  if (isOld) expect(headers.get('cache-control')).toBe('no-store')
  if (headers.get('content-type')?.startsWith('text/html')) expect(text.includes(NOTICE)).toBe(isOld)
  else expect(text).not.toContain(NOTICE)
}

test('the database is down for 15 s under load: visited pages are shown and say that they may be old, the rest gets a 503, and then all is fresh', async () => {
  await databaseIsThere()
  const id = await stockProduct(store, { name: 'Shown part', category: 'Shown', available: 900 })
  const slug: string = (await customer.call('GET', `/product/${id}`)).body.slug
  const pages = ['/', '/parts', '/parts?q=shown', `/parts/${slug}`, '/categories/shown', '/customerReviews']
  const calls = ['/products', '/products?limit=5', '/reviews', '/catalogue/search?q=shown']
  const addresses = [...pages, ...calls]
  for (const address of addresses) expect(await show(address)).toMatchObject({ status: 200, isOld: false })
  const { text: fresh } = await show('/products')

  let isOver = false
  let isDown = false
  let old = 0
  const visit = async (address: string) => {
    while (!isOver) {
      const wasDown = isDown
      const shown = await show(address)
      expect(shown.status, address).toBe(200)
      expectHonest(shown)
      if (shown.isOld) {
        old += 1
        expect(wasDown || isDown, `${address} is old while the database is there`).toBe(true)
        expect(Number(shown.headers.get('age'))).toBeLessThan(120)
      }
    }
  }
  const visitors = Promise.all(addresses.map(visit))
  isDown = true
  proxy.cut({ refuse: true })
  const begun = performance.now()
  await expect.poll(() => old, { timeout: 30_000 }).toBeGreaterThan(addresses.length * 10)
  for (const address of addresses) expect((await show(address)).isOld, address).toBe(true)
  expect((await show('/products')).text).toBe(fresh)

  const ordering = await customer.call('POST', '/order', {
    productId: id,
    orderQty: 1,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  expectProblem(ordering, 503, 'database_unavailable')
  expect(ordering.headers.get('retry-after')).toBe('5')
  const login = { email: customer.email, password: customer.password }
  const signingIn = await caller(store)('POST', '/auth/sign-in/email', login, { origin: store.url })
  expectProblem(signingIn, 503, 'database_unavailable')
  expect(signingIn.headers.get('retry-after')).toBe('5')
  // No customer's data, nothing for signed-in people only, and no page that was not visited.
  for (const address of [`/product/${id}`, `/order/${customer.email}`, '/orders', '/products/all'])
    expect((await admin.call('GET', address)).status, address).toBe(503)
  expect((await show('/brands')).status).toBe(503)
  expect((await fetch(`${store.url}/readyz`)).status).toBe(503)
  // In the browser, links load data, which has no place for the line: it loads the page instead.
  const data = await fetch(`${store.url}/parts.data?q=shown&_routes=routes%2Fparts%2Fparts`)
  expect([data.status, data.headers.get('x-remix-redirect')]).toEqual([204, '/parts?q=shown'])
  expect(data.headers.get('x-remix-reload-document')).toBe('true')
  await expect
    .poll(() => performance.now() - begun, { timeout: AWAY_MS * 2, interval: 200 })
    .toBeGreaterThan(AWAY_MS)

  proxy.switchTo(database.url)
  await expect.poll(async () => (await show('/products')).isOld).toBe(false)
  isDown = false
  await customer.call('GET', `/product/${id}`)
  await expect.poll(async () => (await show(`/parts/${slug}`)).isOld).toBe(false)
  for (const address of addresses) expect((await show(address)).isOld, address).toBe(false)
  isOver = true
  await visitors
  await order(customer, id, 7)
  for (const address of ['/products', `/parts/${slug}`])
    expect((await show(address)).text, address).toContain('893')
  const samples = await readMetrics(store.metricsUrl)
  expect(sumOf(samples, 'driveline_response_cache_requests_total', { result: 'old' })).toBeGreaterThan(
    old / 2,
  )
})

describe('changes before the database went down', () => {
  test('stock is shown as it was; a price, a part that was hidden, and a review never', async () => {
    await databaseIsThere()
    const sold = await stockProduct(store, { name: 'Sold', category: 'Sold', available: 800 })
    const priced = await stockProduct(store, { name: 'Priced', category: 'Priced', price: 31.5 })
    await admin.call('PATCH', `/product/${sold}/stock`, { quantity: 1 })
    const ofSold = '/products?category=Sold'
    const ofPriced = '/products?category=Priced'
    await show(ofPriced)
    const text = 'To be hidden.'
    const review = await customer.call('POST', '/review', { text, rating: 1 })
    expect((await show('/reviews?limit=9')).text).toContain(text)
    // These two changes invalidate every response that shows products or reviews.
    expect((await admin.call('PATCH', `/product/${priced}/price`, { price: 32.5, was: 31.5 })).status).toBe(
      200,
    )
    expect((await admin.call('PATCH', `/review/${review.body.insertedId}`, { hidden: true })).status).toBe(
      200,
    )
    await changesArrived()
    expect((await show(ofSold)).text).toContain('801')
    await order(customer, sold, 5)
    proxy.cut({ refuse: true })
    await expect.poll(async () => (await show(ofSold)).isOld).toBe(true)
    const shown = await show(ofSold)
    expect([shown.status, JSON.parse(shown.text)[0].available]).toEqual([200, 801])
    expect((await show(ofPriced)).status).toBe(503)
    expect((await show('/reviews?limit=9')).status).toBe(503)
  })

  test('it hangs: what was visited is shown within seconds, and nothing unmarked is old', async () => {
    await databaseIsThere()
    const id = await stockProduct(store, { name: 'Hung', category: 'Hung', available: 700 })
    await changesArrived()
    const address = '/products?category=Hung'
    expect((await show(address)).text).toContain('700')
    const other = await openSecondStore({ databaseUrl: database.url, db: database.db })
    proxy.freeze()
    onTestFinished(() => proxy.thaw())
    await order({ ...customer, call: caller(other, customer.token) }, id, 1)
    await expect.poll(async () => (await show(address)).isOld).toBe(true)
    const shown = await show(address)
    expectHonest(shown)
    expect(shown.status).toBe(200)
    proxy.thaw()
    await expect.poll(async () => (await show(address)).isOld).toBe(false)
    expect((await show(address)).text).toContain('699')
    await other.close()
  })
})

describe('while the database is down,', () => {
  const FILES = ['/feeds/products.xml', '/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/parts-1.xml']

  test('crawlers get the feed and the sitemap as they were, and a 503 for files that were not read before', async () => {
    await databaseIsThere()
    const id = await stockProduct(store, { name: 'In the feed', price: 21.25 })
    await changesArrived()
    const before = new Map<string, string>()
    for (const file of FILES) {
      const shown = await show(file)
      expect(shown, file).toMatchObject({ status: 200, isOld: false })
      expectHonest(shown)
      before.set(file, shown.text)
    }
    expect(before.get('/feeds/products.xml')).toContain('21.25 USD')
    expect(before.get('/sitemaps/parts-1.xml')).toContain('<urlset')
    await databaseIsDown()
    for (const file of FILES)
      for (const encoding of ['gzip', 'identity']) {
        const shown = await show(file, { 'accept-encoding': encoding })
        expect([shown.status, shown.isOld, shown.text], `${file} ${encoding}`).toEqual([
          200,
          true,
          before.get(file),
        ])
        expect(shown.headers.get('content-type')).toContain('application/xml')
        expectHonest(shown)
      }
    expect((await show('/robots.txt')).status).toBe(200)
    const unread = await show('/sitemaps/brands.xml')
    expect([unread.status, unread.headers.get('retry-after')]).toEqual([503, '5'])

    await databaseIsThere()
    for (const file of FILES) expect(await show(file)).toMatchObject({ status: 200, isOld: false })
    // A price of before is in no old file.
    expect((await admin.call('PATCH', `/product/${id}/price`, { price: 22.25, was: 21.25 })).status).toBe(200)
    await databaseIsDown()
    expect((await show('/feeds/products.xml')).status).toBe(503)
  })

  test('a front end of CORS_ORIGINS reads what everyone was shown, and that it may be old; a stranger does not', async () => {
    await databaseIsThere()
    await stockProduct(store, { name: 'For front ends', category: 'Elsewhere', available: 40 })
    await changesArrived()
    const address = '/products?category=Elsewhere'
    const from = (origin: string, more: Record<string, string> = {}) => show(address, { origin, ...more })
    const cors = ({ headers }: Shown) =>
      [...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary')
    const fresh = await from(FRONT_END)
    const { text } = await show(address)
    await databaseIsDown()
    const old = await from(FRONT_END)
    expect([old.status, old.text]).toEqual([200, text])
    expectHonest(old)
    expect(new Map(cors(old))).toEqual(new Map(cors(fresh)).set('vary', 'Origin, Accept-Encoding'))
    expect(old.headers.get('access-control-expose-headers')?.split(',')).toEqual(
      expect.arrayContaining(['Age', 'Cache-Status']),
    )
    // A token makes no difference: nothing for signed-in people is shown.
    expect((await from(FRONT_END, { authorization: `Bearer ${customer.token}` })).text).toBe(text)
    const own = await show(`/order/${customer.email}`, {
      origin: FRONT_END,
      authorization: `Bearer ${customer.token}`,
    })
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([503, FRONT_END])
    const unvisited = await show('/products?category=Never', { origin: FRONT_END })
    expect([unvisited.status, unvisited.headers.get('retry-after')]).toEqual([503, '5'])
    const stranger = await from('https://evil.example')
    expect([stranger.status, stranger.headers.has('access-control-allow-origin')]).toEqual([503, false])
  })

  test('a search that was not made before is a 503 that says why and when to try again', async () => {
    await databaseIsThere()
    await databaseIsDown()
    const visitor = caller(store)
    for (const response of [
      await visitor('GET', '/catalogue/search?q=never+searched'),
      await visitor('GET', '/catalogue/number-list?list=LF-1'),
    ]) {
      expectProblem(response, 503, 'database_unavailable')
      expect(response.headers.get('retry-after')).toBe('5')
      expect(response.body.detail).toContain('cannot reach its database')
    }
    const page = await show('/parts?q=never+searched')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  })

  test('the document of the API describes the headers of each call that may return a stale response', async () => {
    await databaseIsThere()
    const id = await stockProduct(store)
    await changesArrived()
    const addresses = {
      '/products': '/products?limit=3',
      '/reviews': '/reviews?limit=3',
      '/catalogue/search': '/catalogue/search?q=part',
      '/catalogue/suggestions': '/catalogue/suggestions?q=par',
      '/product/{id}/fitments': `/product/${id}/fitments`,
    }
    for (const address of Object.values(addresses)) expect((await show(address)).status, address).toBe(200)
    const { paths } = JSON.parse((await show('/openapi.json')).text)
    await databaseIsDown()
    for (const [path, address] of Object.entries(addresses)) {
      expect((await show(address)).isOld, address).toBe(true)
      const described = Object.keys(paths[path].get.responses['200'].headers)
      expect(described, path).toEqual(expect.arrayContaining(['Age', 'Cache-Status']))
    }
  })
})

test('a response is never old while the database is there, though a connection breaks', async () => {
  await databaseIsThere()
  await stockProduct(store, { name: 'There', category: 'There', available: 600 })
  for (let i = 0; i < 10; i += 1) {
    await show('/products?category=There')
    proxy.cut()
    for (const address of ['/products?category=There', '/', '/reviews']) {
      const shown = await show(address)
      expectHonest(shown)
      expect(shown.isOld, `${address}: ${shown.status}`).toBe(false)
    }
  }
})
