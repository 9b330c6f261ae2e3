import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay } from '../support/browser-payer.ts'
import { intentOf } from '../support/card-payments.ts'
import { expectInvariants } from '../support/invariants.ts'
import { demoBuyer } from '../support/orders.ts'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { caller } from '../support/users.ts'

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
