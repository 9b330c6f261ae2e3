import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findCachedViewer } from '#domain/accounts/find-viewer.server.ts'
import { pay } from '../support/browser-payer.ts'
import { intentOf } from '../support/card-payments.ts'
import { expectInvariants } from '../support/invariants.ts'
import { demoBuyer, stockProduct } from '../support/orders.ts'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openTestStore } from '../support/test-store.ts'
import { caller, signIn } from '../support/users.ts'

const MINUTE_MS = 60_000

// A preload shifts the process's Date; PostgreSQL is another process and has the right time. libfaketime is
// not on every machine.
describe.each([10, -10])('the clock of the store is %i minutes off', (minutes) => {
  let database: TestDatabase
  let store: RunningStore
  beforeAll(async () => {
    database = await createTestDatabase()
    const preload = path.join(import.meta.dirname, '../support/shifted-clock.mjs')
    const env = {
      DATABASE_URL: database.url,
      CLOCK_SHIFT_MS: String(minutes * MINUTE_MS),
      TOKEN_MINUTES: '5',
    }
    store = await runStore({ ...env, SWEEP_SECONDS: '3600' }, ['--import', preload])
  }, START_LIMIT_MS)
  afterAll(async () => {
    await expectInvariants(database.url)
    await store.close()
    await database.drop()
  })

  test('signing in, reading, ordering and paying work, and the webhook is accepted', async () => {
    const { customer, cookie, product, order } = await demoBuyer(store)
    expect((await customer('GET', `/product/${product._id}`)).status).toBe(200)
    expect((await customer('GET', `/product/${product._id}`)).status).toBe(200)
    const placed = await order()
    expect(placed.status).toBe(201)
    const orderId = placed.body.insertedId
    const { totalPrice, holdExpiresAt } = (await customer('GET', `/payment/${orderId}`)).body
    expect(Date.parse(holdExpiresAt) - Date.now()).toBeGreaterThan(1439 * MINUTE_MS - 5 * MINUTE_MS)
    const intent = await customer('POST', '/create-payment-intent', { orderId, totalPrice })
    await pay(`${store.url}/simulator/stripe`, intentOf(intent.body.clientSecret), '4242424242424242')
    // Neither PATCH nor jobs: only the webhook settles it.
    await expect.poll(async () => (await customer('GET', `/payment/${orderId}`)).body.paid).toBe(true)
    const renewed = await caller(store)(
      'PUT',
      '/user/customer@demo.test',
      { email: 'customer@demo.test' },
      { cookie },
    )
    expect(renewed.status).toBe(200)
    const minutesLeft = (Date.parse(renewed.body.expiresAt) - Date.now()) / MINUTE_MS
    expect(minutesLeft).toBeGreaterThan(4)
    expect(minutesLeft).toBeLessThanOrEqual(5.1)
  })
})

test.each([10, -10])(
  'the clock jumps by %i minutes: a cached token ends when it expires',
  async (minutes) => {
    const store = await openTestStore()
    try {
      const customer = await signIn(store)
      const product = await stockProduct(store)
      await sql`update access_tokens set expires_at = clock_timestamp() + interval '3 seconds'`.execute(
        store.db,
      )
      // A change of tokens clears the cached ones; from the second read on this one is cached again.
      await expect
        .poll(async () => {
          await customer.call('GET', `/product/${product}`)
          return findCachedViewer(store.shop, customer.token) !== null
        })
        .toBe(true)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS })
      expect((await customer.call('GET', `/product/${product}`)).status).toBe(200)
      await expect
        .poll(async () => (await customer.call('GET', `/product/${product}`)).status, {
          interval: 250,
        })
        .toBe(401)
    } finally {
      vi.useRealTimers()
      await store.close()
    }
  },
)
