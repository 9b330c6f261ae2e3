// Long because a primary and a replica are set up once for all that is read from them.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { allCalls, type BrowsingCallName } from '#contract/calls.ts'
import { connect, type Connection } from '#db/connection.ts'
import { createPages } from '#server/pages.ts'
import { replica } from '../../src/ops/doctor/replica.ts'
import { buildPages } from '../support/build-pages.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { expectInvariants } from '../support/invariants.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { readMetrics, sumOf } from '../support/read-metrics.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres.ts'
import { startLoad } from '../support/steady-load.ts'
import { isReady } from '../support/store-process.ts'
import { openSecondStore, type TestStore } from '../support/test-store.ts'
import { caller, signIn, type User } from '../support/users.ts'

// A real primary and a real standby that streams from it. The store reads from the standby as a role that may
// read public tables only.

/** What reads of visitors need; docs/operations.md names it for owners. */
const PUBLIC_TABLES = [
  'products',
  'product_slugs',
  'listing_slugs',
  'product_search',
  'product_counts',
  'part_numbers',
  'specification_fields',
  'search_words',
  'search_synonyms',
  'fitments',
  'vehicles',
  'reviews',
  'sales_settings',
  'heartbeat',
]

let cluster: ReplicatedPostgres
let database: Connection
let proxy: DatabaseProxy
const env = () => ({ DATABASE_REPLICA_URL: proxy.url, METRICS_PORT: '0', LOG_LEVEL: 'silent' })
const open = (settings: Record<string, string> = {}) =>
  openSecondStore(
    { databaseUrl: cluster.primary.url, db: database.db },
    { ...env(), ...settings },
    createPages,
  )

beforeAll(async () => {
  await buildPages()
  cluster = await startReplicatedPostgres()
  database = connect(cluster.primary.url, { onError: () => undefined })
  // Its first start makes the tables.
  await (await openSecondStore({ databaseUrl: cluster.primary.url, db: database.db })).close()
  await cluster.primary.sql('create role browser login')
  await sql
    .raw(`grant usage on schema public to browser; grant select on ${PUBLIC_TABLES.join(', ')} to browser`)
    .execute(database.db)
  await cluster.caughtUp()
  proxy = await startDatabaseProxy(cluster.standby.url.replace('driveline@', 'browser@'))
}, 300_000)
afterAll(async () => {
  await expectInvariants(cluster.primary.url)
  await proxy.close()
  await database.close()
  await cluster.stop()
})

/** Statements of visitors by the server that executed them. */
async function statementsOf(store: TestStore): Promise<{ replica: number; primary: number }> {
  const samples = await readMetrics(store.metricsUrl)
  const by = (server: string) => sumOf(samples, 'driveline_browsing_statements_total', { server })
  return { replica: by('replica'), primary: by('primary') }
}

/** An address whose response is not cached yet. */
let requests = 0
const newAddress = () => `/products?brand=none-${(requests += 1)}`

/** Waits until a read goes to the replica. */
async function readsFromReplica(store: TestStore): Promise<void> {
  await expect
    .poll(async () => {
      const before = await statementsOf(store)
      expect((await caller(store)('GET', newAddress())).status).toBe(200)
      return (await statementsOf(store)).replica - before.replica
    })
    .toBeGreaterThan(0)
}

async function pageOf(store: TestStore, address: string): Promise<string> {
  const response = await fetch(store.url + address)
  expect(response.status, address).toBe(200)
  return response.text()
}

describe('what is read from the replica', () => {
  let store: TestStore
  let customer: User
  let admin: User
  let product: string
  beforeAll(async () => {
    store = await open()
    customer = await signIn(store)
    admin = await signIn(store, { admin: true })
    product = await stockProduct(store, { name: 'Oil filter', category: 'Filters' })
  })
  afterAll(() => store.close())

  test('every browsing call and every public page is, with rights to public tables only', async () => {
    await cluster.caughtUp()
    await readsFromReplica(store)
    const slug: string = (await customer.call('GET', `/product/${product}`)).body.slug
    const calls: Record<BrowsingCallName, string> = {
      listProducts: '/products?limit=3',
      showProduct: `/product/${product}?once`,
      listFitments: `/product/${product}/fitments`,
      showFit: `/product/${product}/fit?make=Honda&model=Civic&year=2012`,
      showFits: `/products/fits?ids=${product}&make=Honda&model=Civic&year=2012`,
      searchCatalogue: '/catalogue/search?q=filter',
      findListedParts: '/catalogue/number-list?list=ABC-1',
      suggest: '/catalogue/suggestions?q=oil&make=Honda&model=Civic&year=2012',
      listReviews: '/reviews?limit=3',
      listVehicleChoices: '/vehicles?make=Honda',
    }
    const pages = ['/', '/parts', '/parts?q=2012+honda+civic+filter', `/parts/${slug}`, '/customerReviews']
    const lists = ['/categories', '/categories/filters', '/brands', '/cars', '/cars/honda', '/part-list']
    const files = ['/sitemap.xml', '/sitemaps/parts-1.xml', '/sitemaps/cars-1.xml', '/feeds/products.xml']
    // The page of the list of numbers has no list yet, and the vehicles were read with the first search.
    const readNothing = ['/part-list', calls.listVehicleChoices, '/cars/honda']
    for (const address of [...Object.values(calls), ...pages, ...lists, ...files]) {
      const before = await statementsOf(store)
      const response = await fetch(store.url + address, {
        headers: { Authorization: `Bearer ${customer.token}` },
      })
      // Where no part is for cars, there is no page of all of them.
      expect([200, 404], address).toContain(response.status)
      await response.text()
      const after = await statementsOf(store)
      expect(after.primary, `${address} at the primary`).toBe(before.primary)
      if (!readNothing.includes(address) && !address.includes('sitemaps'))
        expect(after.replica, `${address} at the replica`).toBeGreaterThan(before.replica)
    }
  })

  test('a table that its role may not read, as after an update, is read from the primary', async () => {
    await sql`revoke select on specification_fields from browser`.execute(database.db)
    await cluster.caughtUp()
    expect((await customer.call('GET', '/catalogue/search?q=pads')).status).toBe(200)
    await sql`grant select on specification_fields to browser`.execute(database.db)
    await cluster.caughtUp()
  })

  test('no other call is: orders, accounts, money and what admins see', async () => {
    const before = await statementsOf(store)
    const id = await order(customer, product)
    await orderPaid(store, customer, product)
    const others = allCalls.filter(([, call]) => call.method === 'GET' && !call.isBrowsing)
    expect(others.length).toBeGreaterThan(15)
    for (const [name, call] of others) {
      const values: Record<string, string> = { email: customer.email, orderId: id, id: product }
      const address = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? product)
      for (const person of [customer, admin])
        expect((await person.call('GET', address)).status, name).toBeLessThan(500)
    }
    expect(await statementsOf(store)).toEqual(before)
  })
})

describe.each([1, 2])('with %i process(es)', (processes) => {
  const stores: TestStore[] = []
  let customer: User
  let admin: User
  beforeAll(async () => {
    for (let i = 0; i < processes; i += 1)
      stores.push(await open({ AUTH_SECRET: 'of-both-stores-0123456789-0123456789' }))
    const [first] = stores as [TestStore]
    customer = await signIn(first)
    admin = await signIn(first, { admin: true })
  })
  afterAll(async () => {
    await cluster.standby.sql('select pg_wal_replay_resume()')
    for (const store of stores.toReversed()) await store.close()
  })

  test('a replica that applies nothing hides no change from its process, and soon none from the others', async () => {
    const [first] = stores as [TestStore]
    const last = stores.at(-1) as TestStore
    const id = await stockProduct(first, {
      name: `Watched ${processes}`,
      category: 'Watched',
      available: 5_000,
    })
    await admin.call('PATCH', `/product/${id}/stock`, { quantity: 1 })
    await cluster.caughtUp()
    for (const store of stores) await readsFromReplica(store)
    await cluster.standby.sql('select pg_wal_replay_pause()')
    const at = (store: TestStore, person: User) => caller(store, person.token)
    for (let i = 0; i < 5; i += 1) {
      await order({ ...customer, call: at(first, customer) }, id, 3)
      const available = 5_001 - 3 * (i + 1)
      const shows = async (store: TestStore, what: object) => {
        const shown = (await at(store, customer)('GET', `/product/${id}`)).body
        const listed = (await caller(store)('GET', '/products?category=Watched')).body
        const found = (await caller(store)('GET', `/catalogue/search?q=watched+${processes}`)).body.items[0]
        const inList = listed.find(({ _id }: { _id: string }) => _id === id)
        for (const each of [shown, inList, found]) expect(each).toMatchObject(what)
      }
      await shows(first, { available })
      const price = 40 + i
      const was = i === 0 ? 25.5 : price - 1
      expect((await at(last, admin)('PATCH', `/product/${id}/price`, { price, was })).status).toBe(200)
      await shows(last, { price })
      expect(await pageOf(last, '/parts?category=Watched')).toContain(`$${price}`)
      const text = `Review ${processes} ${i}.`
      const reviewed = await at(first, customer)('POST', '/review', { text, rating: 5 })
      expect(reviewed.status).toBe(201)
      expect((await caller(first)('GET', '/reviews')).body[0].text).toBe(text)
      expect(await pageOf(first, '/customerReviews')).toContain(text)
      for (const store of stores) {
        await expect.poll(() => shows(store, { available, price }).then(() => true)).toBe(true)
        await expect.poll(async () => (await caller(store)('GET', '/reviews')).body[0].text).toBe(text)
      }
    }
    await cluster.standby.sql('select pg_wal_replay_resume()')
    await cluster.caughtUp()
    for (const store of stores) await readsFromReplica(store)
  })

  test('a replica that is a moment behind, while customers order: every later response of a process shows its order', async () => {
    const [first] = stores as [TestStore]
    const id = await stockProduct(first, { name: 'Ordered', available: 50_000 })
    await cluster.caughtUp()
    const person = caller(first, customer.token)
    for (let i = 0; i < 60; i += 1) {
      await order({ ...customer, call: person }, id, 1)
      expect((await person('GET', `/product/${id}`)).body.available).toBe(50_000 - i - 1)
    }
  })
})

describe('a replica that fails', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())
  const somePage = () => ({ method: 'GET', path: newAddress() })

  test('killed under load: every request gets a response, the store stays ready, and uses it when it is back', async () => {
    await readsFromReplica(store)
    const load = startLoad(store.url, 6, somePage)
    await expect.poll(() => load.responses()).toBeGreaterThan(200)
    await cluster.standby.kill()
    const before = load.responses()
    await expect.poll(() => load.responses()).toBeGreaterThan(before + 200)
    expect(await isReady(store)).toBe(true)
    await cluster.standby.start()
    await readsFromReplica(store)
    const { failed } = await load.end()
    expect(failed).toEqual([])
  })

  test('hanging: every request gets a response, from the primary', async () => {
    await readsFromReplica(store)
    const load = startLoad(store.url, 6, somePage)
    await expect.poll(() => load.responses()).toBeGreaterThan(50)
    proxy.freeze()
    const before = load.responses()
    await expect.poll(() => load.responses()).toBeGreaterThan(before + 200)
    expect(await isReady(store)).toBe(true)
    const { failed } = await load.end()
    expect(failed).toEqual([])
    // What was frozen on its way is lost with its connections.
    proxy.cut()
    proxy.thaw()
    await readsFromReplica(store)
  })

  test('while the primary is down, nothing that may be older than the rule allows is shown', async () => {
    const other = await open()
    await stockProduct(other, { name: 'Alone', category: 'Alone' })
    await readsFromReplica(other)
    await cluster.primary.kill()
    try {
      await expect.poll(async () => (await fetch(`${other.url}/products?category=Alone`)).status).toBe(503)
      expect((await fetch(`${other.url}/categories/alone`)).status).toBe(503)
      expect((await fetch(`${other.url}/readyz`)).status).toBe(503)
    } finally {
      await cluster.primary.start()
    }
    await expect.poll(() => isReady(other)).toBe(true)
    await readsFromReplica(other)
    await other.close()
  })

  test('away at a start: the store starts, and uses it when it is there', async () => {
    proxy.cut({ refuse: true })
    const other = await open()
    expect((await caller(other)('GET', '/products')).status).toBe(200)
    proxy.switchTo(cluster.standby.url)
    await readsFromReplica(other)
    await other.close()
  })

  test('the doctor checks that it is a standby of the primary, and names what is wrong', async () => {
    const look = (url: string) => replica.run(doctorConfig(url))
    await expect(look(proxy.url)).resolves.toContain('is a standby of the primary')
    // By another name, which the settings alone cannot tell.
    await expect(look(cluster.primary.url.replace('127.0.0.1', 'localhost'))).rejects.toThrow(
      'accepts changes',
    )
    await expect(look(await anotherDatabase())).rejects.toThrow('has a different database than DATABASE_URL')
    await cluster.primary.sql('create role stranger login')
    await cluster.caughtUp()
    await expect(look(cluster.standby.url.replace('driveline@', 'stranger@'))).rejects.toThrow(
      'stranger cannot read the tables',
    )
    await expect(look('postgres://driveline@127.0.0.1:1/driveline')).rejects.toThrow('nothing listens there')
  })
  const doctorConfig = (url: string) =>
    readConfig({ NODE_ENV: 'test', DATABASE_URL: cluster.primary.url, DATABASE_REPLICA_URL: url })

  test('with a replica of another cluster or database, the store does not start, and says what to set', async () => {
    await expect(open({ DATABASE_REPLICA_URL: await anotherDatabase() })).rejects.toThrow(
      /leads to another database than DATABASE_URL.+standby/,
    )
  })

  async function anotherDatabase(): Promise<string> {
    await cluster.primary.sql('create database other owner driveline').catch(() => undefined)
    await cluster.caughtUp()
    return cluster.standby.url.replace(/driveline$/, 'other')
  }

  // The last one: the standby cannot follow the primary any more.
  test('promoted: it is used no longer', async () => {
    await stockProduct(store, { name: 'Before it' })
    await cluster.caughtUp()
    await readsFromReplica(store)
    await cluster.standby.sql('select pg_promote()')
    const isUsed = async (asked: TestStore) => {
      const before = await statementsOf(asked)
      expect((await caller(asked)('GET', newAddress())).status).toBe(200)
      return (await statementsOf(asked)).replica > before.replica
    }
    await expect.poll(() => isUsed(store)).toBe(false)
    const own = connect(cluster.standby.url)
    await sql`update products set price_cents = 66600`.execute(own.db)
    await own.close()
    // Some of its connections are still open.
    for (let limit = 390; limit < 398; limit += 1) {
      const { body } = await caller(store)('GET', `/products?limit=${limit}`)
      expect(body.length).toBeGreaterThan(0)
      expect(body.every(({ price }: { price: number }) => price !== 666)).toBe(true)
    }
    await stockProduct(store, { name: 'After it' })
    const other = await open()
    for (const asked of [store, other]) {
      await expect
        .poll(async () => (await caller(asked)('GET', '/products?limit=1')).body[0].name)
        .toBe('After it')
      expect(await isUsed(asked)).toBe(false)
    }
    await other.close()
  })
})
