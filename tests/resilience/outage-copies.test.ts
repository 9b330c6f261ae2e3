import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPages } from '#server/pages.ts'
import { type Balancer, BALANCERS } from '../support/balancer.ts'
import { buildPages } from '../support/build-pages.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { order, stockProduct } from '../support/orders.ts'
import { isReady } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openSecondStore, type TestStore } from '../support/test-store.ts'
import { caller, signIn, type User } from '../support/users.ts'

// nginx with the file of deploy/ in front of a store that loses its database: it shows what everyone saw last
// (decision 147).

const FRONT_END = 'https://parts.example.com'
const MARK = 'nginx; hit; detail=database_unavailable'
const nginx = BALANCERS.find(({ name }) => name === 'nginx')

let database: TestDatabase
let proxy: DatabaseProxy
let store: TestStore
let balancer: Balancer
let customer: User
let admin: User

beforeAll(async () => {
  if (!nginx?.program) return
  await buildPages()
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  store = await openSecondStore(
    { databaseUrl: proxy.url, db: database.db },
    { LOG_LEVEL: 'silent', CORS_ORIGINS: FRONT_END, TRUST_PROXY: '1' },
    createPages,
  )
  customer = await signIn(store)
  admin = await signIn(store, { admin: true })
  const port = Number(new URL(store.url).port)
  balancer = await nginx.start(nginx.program, [port, port, port])
}, 300_000)
afterAll(async () => {
  await balancer?.close()
  await store?.close()
  await proxy?.close()
  await database?.drop()
})

async function show(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(balancer.url + address, { headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const isCopy = ({ headers }: { headers: Headers }) => headers.get('cache-status') === MARK

/** Cuts the database off, until the test ends. */
function cutOff(): void {
  proxy.cut({ refuse: true })
  onTestFinished(async () => {
    proxy.switchTo(database.url)
    await expect.poll(() => isReady(store)).toBe(true)
  })
}

test.skipIf(!nginx?.program)(
  'while the database is there, each change shows at once, and nothing is a copy',
  async () => {
    const id = await stockProduct(store, { name: 'Changing', category: 'Changing', available: 500 })
    for (let i = 1; i <= 20; i += 1) {
      await order(customer, id, 1)
      for (const address of ['/products?category=Changing', '/categories/changing']) {
        const shown = await show(address)
        expect([shown.status, isCopy(shown)]).toEqual([200, false])
        expect(shown.headers.has('x-accel-expires')).toBe(false)
        if (address.startsWith('/products')) expect(JSON.parse(shown.text)[0].available).toBe(500 - i)
      }
    }
  },
)

test.skipIf(!nginx?.program)('no log and no copy has the VIN of a query', async () => {
  const vin = '1HGCM82633A004352'
  const addresses = [
    `/parts?q=${vin}`,
    '/parts?q=1HGCM82633A004353',
    `/parts?q=brake+pads+${vin}`,
    `/catalogue/suggestions?q=${vin}`,
    `/catalogue/search?q=brake+pads+${vin}`,
    `/vehicles/decode?vin=${vin}`,
  ]
  for (const address of addresses) {
    const { headers } = await show(address, { referer: `${balancer.url}/parts?q=${vin}` })
    expect(headers.get('cache-control'), address).toBe('no-store')
  }
  await expect.poll(() => balancer.loggedRequests()).toContain('GET /vehicles/decode HTTP/1.1')
  expect(await balancer.loggedRequests()).not.toMatch(/1HGCM/i)
  await show('/parts?q=pads')
  cutOff()
  await expect.poll(async () => isCopy(await show('/parts?q=pads'))).toBe(true)
  for (const address of addresses) expect(isCopy(await show(address)), address).toBe(false)
})

test.skipIf(!nginx?.program)(
  'without the database, what everyone saw last is shown and marked, and nothing else',
  async () => {
    const id = await stockProduct(store, { name: 'Shown part', category: 'Shown', available: 900 })
    const slug: string = (await customer.call('GET', `/product/${id}`)).body.slug
    const pages = ['/', '/parts', '/parts?q=shown', `/parts/${slug}`, '/categories/shown', '/customerReviews']
    const data = ['/parts.data?q=shown&_routes=routes%2Fparts%2Fparts', '/products?limit=5', '/reviews']
    const files = ['/feeds/products.xml', '/sitemap.xml', '/sitemaps/parts-1.xml']
    const addresses = [...pages, ...data, ...files]
    const before = new Map<string, string>()
    for (const address of addresses) {
      const shown = await show(address)
      expect([shown.status, isCopy(shown)], address).toEqual([200, false])
      before.set(address, shown.text)
    }
    const token = { authorization: `Bearer ${admin.token}` }
    const own = [`/product/${id}`, `/order/${customer.email}`, '/orders', '/products/all']
    for (const address of own) await show(address, token)
    const fromFrontEnd = await show('/products?limit=5', { origin: FRONT_END })
    expect(fromFrontEnd.headers.get('access-control-allow-origin')).toBe(FRONT_END)
    cutOff()

    for (const address of addresses) {
      await expect.poll(async () => isCopy(await show(address)), { message: address }).toBe(true)
      const shown = await show(address)
      expect(shown.status, address).toBe(200)
      // Pages have a new nonce each time they are rendered; a copy is the same.
      expect(shown.text, address).toBe(before.get(address))
    }
    const again = await show('/products?limit=5', { origin: FRONT_END })
    expect([isCopy(again), again.headers.get('access-control-allow-origin')]).toEqual([true, FRONT_END])
    // Nothing of a customer or an admin, and nothing that was not visited.
    for (const address of own) expect((await show(address, token)).status, address).toBe(503)
    const unvisited = await show('/brands')
    expect([unvisited.status, unvisited.headers.get('retry-after')]).toEqual([503, '5'])
    const ordering = await caller(balancer, customer.token)('POST', '/order', {
      productId: id,
      orderQty: 1,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
    })
    expect([ordering.status, ordering.body.code]).toEqual([503, 'database_unavailable'])
  },
)

test.skipIf(!nginx?.program)('a store that is stopped shows what everyone saw last, too', async () => {
  const gone = await openSecondStore(
    { databaseUrl: database.url, db: database.db },
    { LOG_LEVEL: 'silent', TRUST_PROXY: '1' },
    createPages,
  )
  const port = Number(new URL(gone.url).port)
  const other = await nginx?.start(nginx.program ?? '', [port, port, port])
  if (!other) throw new Error('No nginx')
  onTestFinished(() => other.close())
  const first = await (await fetch(`${other.url}/parts`)).text()
  await gone.close()
  const shown = await fetch(`${other.url}/parts`)
  expect([shown.status, shown.headers.get('cache-status'), await shown.text()]).toEqual([200, MARK, first])
})
