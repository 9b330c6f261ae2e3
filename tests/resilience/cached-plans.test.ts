import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewOrder, storeOrder } from '#domain/orders/place-order.server.ts'
import { order, stockProduct } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

const GROWN = 20_000

let store: TestStore
let customers: User[]
let productId: string

beforeAll(async () => {
  store = await openTestStore()
  customers = [await signIn(store), await signIn(store, { unverified: true })]
  productId = await stockProduct(store, { available: 100_000 })
  // As in a small store: for a single row, every plan is equally good.
  await growTables(1, 60)
  // Statistics of a new store; no autovacuum renews them during the test.
  for (const table of ['orders', 'idempotency_keys', 'accounts', 'access_tokens', 'products'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(store.db)
  for (const customer of customers) await order(customer, productId)
  await sql`vacuum analyze`.execute(store.db)
})
afterAll(() => store.close())

/** Rows of each table that this connection has read. */
async function readCounters(trx: TestStore['db']): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_xact_user_tables`.execute(trx)
  return new Map(rows.map(({ name, rows: read }) => [name, read]))
}

/** Rows of each table that one order of this customer read. */
async function rowsReadByAnOrder(customer: User): Promise<Record<string, number>> {
  const account = await store.db
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('token_hash')
    .where('email', '=', customer.email)
    .executeTakeFirstOrThrow()
  const newOrder: NewOrder = {
    id: randomUUID(),
    tokenHash: account.token_hash,
    productId,
    quantity: 1,
    expectedCents: null,
    day: '2026-11-29',
    phone: '(217) 555-0100',
    address: '1 Main Street',
    fit: null,
  }
  return store.shop.db.transaction().execute(async (trx) => {
    // They also count earlier transactions that have not been reported yet.
    const before = await readCounters(trx)
    expect(await storeOrder(trx, store.shop, newOrder)).toMatchObject({ ok: true })
    const after = await readCounters(trx)
    return Object.fromEntries([...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)]))
  })
}

/** Adds rows with these numbers to each table that an order reads. */
async function growTables(from: number, to: number): Promise<void> {
  const statements = [
    `insert into accounts (id, email, name) select 'crowd-' || i, 'crowd-' || i || '@test', 'One of many'`,
    `insert into access_tokens (token_hash, account_id, expires_at)
     select sha256(('crowd-' || i)::bytea), 'crowd-' || i, now() + interval '1 hour'`,
    `insert into products (picture, name, about, price_cents, available, min_order) select '/x', 'Pads', 'Pads', 100, 9, 1`,
    `insert into orders (product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
       customer_email, customer_phone, customer_address, hold_expires_at)
     select '${productId}', 'crowd-' || i, '/x', 'Pads', 100, 1, 100, 'One of many', 'crowd@test', '1', '1', now() + interval '1 hour'`,
    `insert into idempotency_keys (account_id, call, key, body_hash, answer)
     select 'crowd-' || i, 'placeOrder', 'key', '\\x00', '{}'`,
  ]
  // Not by the store's connections: their statements have a timeout, which so much data may exceed on a busy
  // machine.
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  for (const statement of statements)
    await client.query(`${statement} from generate_series(${from}, ${to}) i`)
  await client.end()
}

test('plans made while the tables were small do not scan them when they have grown', async () => {
  for (let i = 0; i < 12; i += 1) for (const customer of customers) await rowsReadByAnOrder(customer)
  await growTables(61, GROWN)
  for (const customer of customers)
    for (const [table, rows] of Object.entries(await rowsReadByAnOrder(customer)))
      expect(rows, table).toBeLessThan(GROWN / 100)
})

test('only connections that change something avoid table scans', async () => {
  const setting = async (db: TestStore['db']) =>
    (await sql<{ enable_seqscan: string }>`show enable_seqscan`.execute(db)).rows[0]?.enable_seqscan
  expect(await setting(store.shop.db)).toBe('off')
  expect(await setting(store.shop.browsing.db)).toBe('on')
})
