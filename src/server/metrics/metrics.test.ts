import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../../../tests/support/database-proxy.ts'
import { charge, order, orderPaid, stockProduct } from '../../../tests/support/orders.ts'
import { namesOf, readMetrics, sumOf } from '../../../tests/support/read-metrics.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { caller, signIn } from '../../../tests/support/users.ts'

const TOKEN = 'c1f0a7d93e5b48269d0c7a1e5f3b8264'
const bearer = { Authorization: `Bearer ${TOKEN}` }

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ METRICS_PORT: '0' })
})
afterAll(() => store.close())

const read = () => readMetrics(store.metricsUrl)

describe('who may read metrics', () => {
  test('The public port does not serve metrics', async () => {
    for (const path of ['/metrics', '/metrics/', '/METRICS'])
      expect((await fetch(store.url + path, { headers: { accept: 'application/json' } })).status).toBe(404)
  })

  test('With METRICS_TOKEN only its bearer may read metrics, and the port serves nothing else', async () => {
    const closed = await openTestStore({ METRICS_PORT: '0', METRICS_TOKEN: TOKEN })
    try {
      const statusOf = async (headers: Record<string, string>, method = 'GET', path = '') =>
        (await fetch(closed.metricsUrl + path, { headers, method })).status
      for (const headers of [
        {},
        { Authorization: TOKEN },
        { Authorization: 'Bearer ' },
        { Authorization: `Bearer ${TOKEN}0` },
        { Authorization: `Basic ${btoa(`:${TOKEN}`)}` },
      ])
        expect(await statusOf(headers)).toBe(401)
      expect(await statusOf(bearer)).toBe(200)
      expect(await statusOf(bearer, 'POST')).toBe(405)
      expect(await statusOf(bearer, 'GET', '/more')).toBe(404)
    } finally {
      await closed.close()
    }
  })
})

describe('what is counted', () => {
  test('Calls are counted by their name, status and time', async () => {
    const before = await read()
    const customer = await signIn(store)
    await customer.call('GET', `/user/${customer.email}`)
    await caller(store)('POST', '/order', {})
    const after = await read()
    const grown = (name: string, labels: Record<string, string>) =>
      sumOf(after, name, labels) - sumOf(before, name, labels)
    expect(grown('driveline_http_requests_total', { route: 'placeOrder', status: '401' })).toBe(1)
    expect(grown('driveline_refusals_total', { call: 'placeOrder', code: 'unauthenticated' })).toBe(1)
    expect(grown('driveline_http_request_duration_seconds_count', { route: 'placeOrder' })).toBe(1)
    expect(grown('driveline_http_request_duration_seconds_bucket', { route: 'placeOrder', le: '+Inf' })).toBe(
      1,
    )
    expect(grown('driveline_http_requests_total', { route: 'auth sign-in/email', status: '200' })).toBe(1)
    expect(
      sumOf(after, 'driveline_http_request_duration_seconds_sum', { route: 'placeOrder' }),
    ).toBeGreaterThan(0)
  })

  test('Orders, refusals, payments, calls to the provider and parts that cannot be ordered are counted', async () => {
    const customer = await signIn(store)
    const productId = await stockProduct(store, { available: 3, minOrder: 2 })
    const before = await read()
    await orderPaid(store, customer, productId, 2)
    const refused = await customer.call('POST', '/order', {
      productId,
      orderQty: 2,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
    })
    expect(refused.body.code).toBe('insufficient_stock')
    const declined = await charge(
      store,
      customer,
      await order(customer, await stockProduct(store)),
      '4000000000000002',
    )
    expect(declined.status).toBe(402)
    const after = await read()
    const grown = (name: string, labels: Record<string, string>) =>
      sumOf(after, name, labels) - sumOf(before, name, labels)
    expect(grown('driveline_orders_total', { outcome: 'placed' })).toBe(2)
    expect(grown('driveline_orders_total', { outcome: 'insufficient_stock' })).toBe(1)
    expect(grown('driveline_payments_total', { outcome: 'paid' })).toBe(1)
    expect(grown('driveline_provider_calls_total', { outcome: 'ok' })).toBeGreaterThan(0)
    await expect
      .poll(async () => sumOf(await read(), 'driveline_payments_total', { outcome: 'declined' }))
      .toBe(sumOf(before, 'driveline_payments_total', { outcome: 'declined' }) + 1)
  })

  test('The response cache, the pools and the build are reported', async () => {
    await stockProduct(store)
    const before = await read()
    for (let n = 0; n < 3; n += 1) await caller(store)('GET', '/reviews')
    const after = await read()
    const hits = (samples: typeof after) =>
      sumOf(samples, 'driveline_response_cache_requests_total', { result: 'hit' })
    expect(hits(after) - hits(before)).toBeGreaterThan(0)
    expect(sumOf(after, 'driveline_http_requests_total', { route: 'cached' })).toBe(hits(after))
    expect(sumOf(after, 'driveline_response_cache_bytes')).toBeGreaterThan(0)
    expect(sumOf(after, 'driveline_database_connections_max')).toBe(12)
    expect(sumOf(after, 'driveline_database_up')).toBe(1)
    expect(sumOf(after, 'driveline_ready')).toBe(1)
    expect([...after.keys()].filter((name) => name.startsWith('driveline_build_info'))).toEqual([
      expect.stringMatching(/version="\d+\.\d+\.\d+",commit="(?:[\da-f]{40}|unknown)",node="v\d+/),
    ])
  })

  test('Each limit counts what it refused', async () => {
    const strict = await openTestStore({ METRICS_PORT: '0', LIMIT_CONTACT_PER_HOUR: '1' })
    try {
      const send = () =>
        caller(strict)('POST', '/contact', {
          name: 'Ada',
          email: 'ada@people.test',
          message: 'Hello, do you ship?',
        })
      await send()
      expect((await send()).status).toBe(429)
      const samples = await readMetrics(strict.metricsUrl)
      expect(sumOf(samples, 'driveline_limits_hit_total', { limit: 'contactMessagesPerAddress' })).toBe(1)
    } finally {
      await strict.close()
    }
  })
})

describe('while the database is down', () => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  let behind: TestStore
  beforeAll(async () => {
    database = await createTestDatabase()
    proxy = await startDatabaseProxy(database.url)
    behind = await openSecondStore({ databaseUrl: proxy.url, db: database.db }, { METRICS_PORT: '0' })
  })
  afterAll(async () => {
    proxy.switchTo(database.url)
    await behind.close()
    await proxy.close()
    await database.drop()
  })

  test('Metrics can still be read, without the statistics of the database', async () => {
    proxy.cut({ refuse: true })
    const samples = await readMetrics(behind.metricsUrl)
    expect(sumOf(samples, 'driveline_database_up')).toBe(0)
    expect(namesOf(samples)).not.toContain('driveline_payments_open')
    expect(namesOf(samples)).toContain('driveline_database_waiting')
  })
})

test('However often metrics are collected, the database is queried once in ten seconds', async () => {
  const database = await createTestDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const watched = await openSecondStore({ databaseUrl: proxy.url, db: database.db }, { METRICS_PORT: '0' })
  try {
    await readMetrics(watched.metricsUrl)
    // A second query would fail, and driveline_database_up would be 0.
    proxy.cut({ refuse: true })
    for (let n = 0; n < 5; n += 1)
      expect(sumOf(await readMetrics(watched.metricsUrl), 'driveline_database_up')).toBe(1)
  } finally {
    proxy.switchTo(database.url)
    await watched.close()
    await proxy.close()
    await database.drop()
  }
})
