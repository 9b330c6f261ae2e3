import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { expectInvariants } from '../support/invariants.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { hasPooler, startPooler } from '../support/pooler.ts'
import type { StartedServer } from '../support/started-server.ts'
import { receivesChanges } from '../support/store-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { openSecondStore, type TestStore } from '../support/test-store.ts'
import { caller, signIn } from '../support/users.ts'

const BOTH = { DATABASE_POOL: '4', AUTH_SECRET: 'of-both-stores-0123456789-0123456789' }

/** A product in the public list, as this store returns it. */
async function priceAt(store: TestStore, id: string): Promise<number> {
  const products: { _id: string; price: number }[] = (await caller(store)('GET', '/products')).body
  return products.find(({ _id }) => _id === id)?.price ?? NaN
}

/** A token that ended at one process is refused by another one at once, and a new price shows soon. */
async function expectFresh(first: TestStore, second: TestStore): Promise<void> {
  const customer = await signIn(first)
  const admin = await signIn(first, { admin: true })
  const id = await stockProduct(first, { price: 10 })
  const ordersAt = async (store: TestStore) =>
    (await caller(store, customer.token)('GET', `/order/${customer.email}`)).status
  await expect.poll(() => priceAt(second, id)).toBe(10)
  expect(await ordersAt(second)).toBe(200)

  expect((await admin.call('PATCH', `/product/${id}/price`, { price: 20, was: 10 })).status).toBe(200)
  expect(await priceAt(first, id)).toBe(20)
  await expect.poll(() => priceAt(second, id)).toBe(20)

  const headers = { cookie: customer.cookie, origin: first.url }
  expect((await caller(first)('POST', '/auth/sign-out', {}, headers)).status).toBe(200)
  expect(await ordersAt(second)).toBe(401)
}

const where = hasPooler ? '' : ' (skipped: install pgbouncer)'
describe.skipIf(!hasPooler)(`behind pgbouncer${where}`, () => {
  // In transaction mode with fewer connections than the two stores ask for, so that they have to share.
  describe.each([
    { mode: 'session', size: 40 },
    { mode: 'transaction', size: 3 },
  ] as const)('in $mode mode', ({ mode, size }) => {
    let database: TestDatabase
    let pooler: StartedServer
    let first: TestStore
    let second: TestStore

    beforeAll(async () => {
      database = await createTestDatabase()
      pooler = await startPooler(database.url, mode, size)
      const env = mode === 'transaction' ? { ...BOTH, DATABASE_DIRECT_URL: database.url } : BOTH
      first = await openSecondStore({ databaseUrl: pooler.url, db: database.db }, env)
      second = await openSecondStore({ databaseUrl: pooler.url, db: database.db }, env)
    })
    afterAll(async () => {
      await second.close()
      await first.close()
      await pooler.stop()
      await database.drop()
    })

    test('users sign in, order and pay, at both stores concurrently', async () => {
      const product = await stockProduct(first, { available: 1_000 })
      const users = await Promise.all([signIn(first), signIn(second), signIn(first)])
      const orders = users.flatMap((person) =>
        Array.from({ length: 15 }, (_, i) => {
          const store = i % 2 ? first : second
          return order({ ...person, call: caller(store, person.token) }, product)
        }),
      )
      expect(new Set(await Promise.all(orders)).size).toBe(45)
      for (const person of users) await orderPaid(first, person, product)
      await expectInvariants(database.url)
    })

    test('a new price and an ended token reach the other store in time', async () => {
      await expectFresh(first, second)
    })

    test('statements have their timeout', async () => {
      const client = new pg.Pool({ connectionString: pooler.url, max: 1 })
      const limit = async () => (await client.query('show statement_timeout')).rows[0].statement_timeout
      if (mode === 'transaction') {
        const { rows } = await database.pool.query(
          `select setconfig from pg_db_role_setting join pg_database on setdatabase = pg_database.oid where datname = current_database()`,
        )
        expect(rows[0].setconfig).toContain('statement_timeout=6000')
        const { rows: left } = await client.query('select name from pg_prepared_statements')
        expect(left).toEqual([])
      } else {
        // The store's own session setting is gone with its connection.
        expect(await limit()).toBe('0')
      }
      await client.end()
    })
  })

  test('a start ends at once where the pooler refuses the login, and waits while it cannot reach the server', async () => {
    const database = await createTestDatabase()
    const proxy = await startDatabaseProxy(database.url)
    const pooler = await startPooler(proxy.url, 'session', 10, { server_login_retry: 1 })
    const open = (change: (url: URL) => unknown, env: Record<string, string> = {}) => {
      const url = new URL(pooler.url)
      change(url)
      return openSecondStore(
        { databaseUrl: url.href, db: database.db },
        { ...BOTH, LOG_LEVEL: 'silent', ...env },
      )
    }
    // So long that waiting would exceed the test's timeout.
    const forEver = { DATABASE_WAIT_SECONDS: '86400' }
    for (const change of [
      (url: URL) => (url.password = 'wrong'),
      (url: URL) => (url.username = 'nobody_here'),
      (url: URL) => (url.pathname = '/nowhere'),
    ])
      await expect(open(change, forEver)).rejects.toThrow(/authentication failed|no such/)
    proxy.cut({ refuse: true })
    const waiting = open(() => undefined, forEver)
    await proxy.refusals(3)
    proxy.switchTo(database.url)
    const store = await waiting
    await store.close()
    await pooler.stop()
    await proxy.close()
    await database.drop()
  })

  test('a store behind a pooler in transaction mode does not start without a direct URL, and says what to set', async () => {
    const database = await createTestDatabase()
    const pooler = await startPooler(database.url, 'transaction', 10)
    await expect(openSecondStore({ databaseUrl: pooler.url, db: database.db }, BOTH)).rejects.toThrow(
      /notifications do not arrive.+Set DATABASE_DIRECT_URL/,
    )
    await pooler.stop()
    await database.drop()
  })
})

test('a store does not start when DATABASE_DIRECT_URL leads to another database', async () => {
  const database = await createTestDatabase()
  const other = await createTestDatabase()
  await expect(
    openSecondStore(
      { databaseUrl: database.url, db: database.db },
      { ...BOTH, DATABASE_DIRECT_URL: other.url },
    ),
  ).rejects.toThrow(/DATABASE_DIRECT_URL to another database/)
  await database.drop()
  await other.drop()
})

test('the listening connection dies silently: nothing stays old', async () => {
  const database = await createTestDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const first = await openSecondStore({ databaseUrl: database.url, db: database.db }, BOTH)
  // Only its listening connection goes through the proxy.
  const second = await openSecondStore(
    { databaseUrl: database.url, db: database.db },
    { ...BOTH, DATABASE_DIRECT_URL: proxy.url, LOG_LEVEL: 'silent' },
  )
  await expect.poll(() => receivesChanges(second)).toBe(true)
  proxy.freeze()
  await expectFresh(first, second)
  await expect.poll(() => receivesChanges(second)).toBe(false)
  proxy.cut()
  proxy.thaw()
  await expect.poll(() => receivesChanges(second)).toBe(true)
  await second.close()
  await first.close()
  await proxy.close()
  await database.drop()
})
