// Long because each queue has its test with the same locks.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkConnectionCount } from '#db/connection-count.ts'
import { connect } from '#db/connection.ts'
import { OverloadedError } from '#db/database-failure.ts'
import { searchProducts } from '#domain/search/search-products.server.ts'
import { SEARCH_QUEUE } from '#server/queue-limits.ts'
import { confirmPayment } from '../support/card-payments.ts'
import { charge, order, stockProduct } from '../support/orders.ts'
import { countOutcomes } from '../support/store-pair.ts'
import { quartersAs } from '../support/test-pictures.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type ApiResponse, caller, type User, signIn, signInMany } from '../support/users.ts'

const MANY = 60

let store: TestStore
let users: User[]
let product: string
let otherProduct: string

beforeAll(async () => {
  store = await openTestStore()
  users = await signInMany(store, 12)
  product = await stockProduct(store, { available: 10_000 })
  otherProduct = await stockProduct(store, { available: 10_000 })
})
afterAll(() => store.close())

const person = (i: number) => users[i % users.length] as User
const place = (who: User, productId: string) =>
  who.call('POST', '/order', {
    productId,
    orderQty: 1,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
const many = (send: (i: number) => Promise<ApiResponse>) => Array.from({ length: MANY }, (_, i) => send(i))

/** The store's connections that wait for a lock right now. */
async function waitingForLock(): Promise<number> {
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and application_name like 'driveline%'`,
  )
  await client.end()
  return rows[0]?.n ?? 0
}

/** Runs `during` while another connection holds the lock of `statement`. */
async function whileLocked(statement: string, values: unknown[], during: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: store.databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(statement, values)
    await during()
  } finally {
    await holder.end()
  }
}

/** What must work while anything is locked: browsing, own orders, readiness, ordering another product. */
async function expectEverythingElse(who: User): Promise<void> {
  const visitor = caller(store)
  const responses = await Promise.all([
    visitor('GET', '/products?limit=7'),
    visitor('GET', '/reviews?limit=7'),
    visitor('GET', '/readyz'),
    who.call('GET', `/product/${otherProduct}`),
    who.call('GET', `/order/${who.email}`),
    place(who, otherProduct),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201])
}

test('60 orders of one locked part delay orders of that part alone', async () => {
  const outsider = await signIn(store)
  let orders: Promise<ApiResponse>[] = []
  await whileLocked('select from products where id = $1 for update', [product], async () => {
    orders = many((i) => place(person(i), product))
    await expect.poll(waitingForLock, { interval: 20 }).toBeGreaterThan(0)
    await expectEverythingElse(outsider)
    expect(await waitingForLock()).toBeLessThanOrEqual(3)
  })
  const outcomes = countOutcomes(await Promise.all(orders))
  expect(
    Object.keys(outcomes).filter((response) => !/^201$|^503 (overloaded|database_busy)$/.test(response)),
  ).toEqual([])
  expect((await place(outsider, product)).status, 'and it works once the lock is gone').toBe(201)
})

test('60 checkouts of carts with one locked part delay checkouts alone', async () => {
  const outsider = await signIn(store)
  const unpaid = await order(outsider, otherProduct)
  // A part of these carts may be locked too, if its id is the smaller one.
  const companion = await stockProduct(store, { available: 10_000 })
  const address = {
    name: 'Casey Morgan',
    line1: '12 Elm Street',
    city: 'Peoria',
    region: 'IL',
    postalCode: '61602',
    country: 'US',
    phone: '(217) 555-0100',
  }
  const bodies = await Promise.all(
    users.map(async (user) => {
      for (const productId of [product, companion])
        await user.call('POST', '/cart/lines', { productId, quantity: 1 })
      const { revision } = (await user.call('GET', '/cart')).body
      const { total, methodId } = (await user.call('POST', '/cart/quote', { address })).body
      return { revision, expectedTotal: total, methodId, address }
    }),
  )
  let checkouts: Promise<ApiResponse>[] = []
  await whileLocked('select from products where id = $1 for update', [product], async () => {
    checkouts = many((i) => person(i).call('POST', '/checkout', bodies[i % users.length]))
    await expect.poll(waitingForLock, { interval: 20 }).toBeGreaterThan(0)
    const { transactionId } = await charge(store, outsider, unpaid)
    expect((await confirmPayment(outsider, unpaid, transactionId)).status).toBe(200)
    await expectEverythingElse(outsider)
    expect(await waitingForLock()).toBeLessThanOrEqual(3)
  })
  const outcomes = countOutcomes(await Promise.all(checkouts))
  expect(
    Object.keys(outcomes).filter(
      (response) => !/^201$|^409 cart_changed$|^503 (overloaded|database_busy)$/.test(response),
    ),
  ).toEqual([])
  const [, , , body] = bodies
  const { status, body: placed } = await person(3).call('POST', '/checkout', body)
  expect([201, 409], 'and it works once the lock is gone').toContain(status)
  expect(placed.purchaseId).toEqual(expect.any(String))
})

test('60 changes of one locked order delay that order alone', async () => {
  const owner = person(0)
  const id = await order(owner, product)
  const outsider = await signIn(store)
  let changes: Promise<ApiResponse>[] = []
  await whileLocked('select from orders where id = $1 for update', [id], async () => {
    changes = many(() => owner.call('DELETE', `/order/${id}`))
    await expect.poll(waitingForLock, { interval: 20 }).toBeGreaterThan(0)
    await expectEverythingElse(outsider)
    await expectEverythingElse(owner)
    expect(await waitingForLock()).toBeLessThanOrEqual(3)
  })
  for (const { status } of await Promise.all(changes)) expect([200, 404, 503]).toContain(status)
})

test('60 changes of one locked account delay that account alone', async () => {
  const owner = person(1)
  const outsider = await signIn(store)
  const profile = {
    education: 'B',
    address: '1 Main Street',
    phone: '(217) 555-0100',
    linkedIn: 'https://www.linkedin.com/in/b',
  }
  let changes: Promise<ApiResponse>[] = []
  await whileLocked('select from accounts where email = $1 for update', [owner.email], async () => {
    changes = many(() => owner.call('PUT', `/updateUser/${owner.email}`, profile))
    await expect.poll(waitingForLock, { interval: 20 }).toBeGreaterThan(0)
    await expectEverythingElse(outsider)
    expect(await waitingForLock()).toBeLessThanOrEqual(3)
  })
  for (const { status } of await Promise.all(changes)) expect([200, 503]).toContain(status)
})

test('a POST that changes nothing waits for no change, even if all connections of changes are taken', async () => {
  const owner = person(2)
  expect((await owner.call('POST', '/cart/lines', { productId: otherProduct, quantity: 1 })).status).toBe(200)
  const visitor = caller(store)
  const { promise, resolve } = Promise.withResolvers<void>()
  // More than the pool has, and all that public calls without an id may run at a time.
  const taken = Promise.allSettled([
    ...Array.from({ length: 12 }, () => store.shop.db.transaction().execute(() => promise)),
    ...Array.from({ length: 2 }, () => store.shop.changeBulkhead('', () => promise)),
  ])
  try {
    const lines = [{ productId: otherProduct, quantity: 1 }]
    const responses = await Promise.all([
      visitor('POST', '/cart/quote', { lines, postalCode: '61602' }),
      owner.call('POST', '/cart/quote', { postalCode: '61602' }),
      visitor('POST', '/vehicles/find', { vehicle: 'DeLorean' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 422])
  } finally {
    resolve()
    await taken
  }
})

test('slow searches do not delay anything else, and too many are refused immediately', async () => {
  const outsider = await signIn(store)
  const searching = () => searchProducts(store.shop.browsing, { page: 1, vehicle: { make: 'Honda' } })
  let searches: Promise<unknown>[] = []
  await whileLocked('lock table fitments', [], async () => {
    const settled: number[] = []
    searches = Array.from({ length: SEARCH_QUEUE.maxWaiting + MANY }, (_, i) =>
      searching()
        .catch((error: unknown) => error)
        .finally(() => settled.push(i)),
    )
    expect(await Promise.race(searches), 'those behind the queue').toBeInstanceOf(OverloadedError)
    expect(settled, 'the first still searches').not.toContain(0)
    await expect.poll(waitingForLock, { interval: 20 }).toBeGreaterThan(0)
    await expectEverythingElse(outsider)
    expect(await waitingForLock()).toBeLessThanOrEqual(2)
  })
  await Promise.all(searches)
  expect(await searching()).toMatchObject({ total: 0 })
})

test('a request waits for an existing connection when the database has none left for a new one', async () => {
  const second = await openSecondStore(store)
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  try {
    // Both have a connection for requests, and one for their notifications.
    expect((await caller(second, person(0).token)('GET', `/order/${person(0).email}`)).status).toBe(200)
    const senders = async () => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'driveline-changes'`,
      )
      return rows.length
    }
    await expect.poll(senders).toBe(2)
    const { rows } = await client.query<{ name: string; open: number }>(
      `select current_database() as name, count(*)::int as open from pg_stat_activity where datname = current_database()`,
    )
    await client.query(`alter database ${rows[0]?.name} connection limit ${(rows[0]?.open ?? 0) + 2}`)
    const responses = await Promise.all(
      [store, second].flatMap(({ url }) =>
        many((i) => {
          const call = caller({ url }, person(i).token)
          return i % 2
            ? call('GET', `/order/${person(i).email}?limit=${i}`)
            : place({ ...person(i), call }, otherProduct)
        }),
      ),
    )
    expect(Object.keys(countOutcomes(responses)).toSorted()).toEqual(['200', '201'])
    await client.query(`alter database ${rows[0]?.name} connection limit -1`)
  } finally {
    await client.end()
    await second.close()
  }
})

test('a query on the pool waits too when the database has no connection left for a new one', async () => {
  const connection = connect(store.databaseUrl, { max: 6 })
  const { pool, db } = connection
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  const { rows } = await pool.query<{ name: string; open: number }>(
    `select current_database() as name, count(*)::int as open from pg_stat_activity where datname = current_database()`,
  )
  try {
    await client.query(`alter database ${rows[0]?.name} connection limit ${rows[0]?.open}`)
    const results = await Promise.all([
      ...Array.from({ length: MANY }, () => pool.query('select pg_sleep(0.01)')),
      ...Array.from({ length: MANY }, () => sql`select pg_sleep(0.01)`.execute(db)),
    ])
    expect(results).toHaveLength(2 * MANY)
    expect(pool.totalCount).toBeLessThan(6)
  } finally {
    await client.query(`alter database ${rows[0]?.name} connection limit -1`)
    await client.end()
    await connection.close()
  }
})

test('a store says at startup when the database has too few connections for it', async () => {
  expect(await checkConnectionCount(store.db, 1)).toBeNull()
  expect(await checkConnectionCount(store.db, 100_000)).toMatch(
    /uses up to 100000 database connections, .* lower DATABASE_POOL/,
  )
})

test('an admin may upload many pictures concurrently: they queue, however long', async () => {
  const admin = await signIn(store, { admin: true })
  // Each starts a separate process, one after another: together longer than changes of one account may wait.
  const pictures = await Promise.all(
    Array.from({ length: 14 }, (_, at) => quartersAs('png', 640 + 8 * at, 480)),
  )
  const responses = await Promise.all(
    pictures.map(async (picture) => {
      const form = new FormData()
      form.set('image', new Blob([new Uint8Array(picture)]), 'part.png')
      const headers = { Authorization: `Bearer ${admin.token}` }
      const response = await fetch(`${store.url}/images`, { method: 'POST', body: form, headers })
      return `${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`
    }),
  )
  expect(new Set(responses)).toEqual(new Set(['201 ']))
})
