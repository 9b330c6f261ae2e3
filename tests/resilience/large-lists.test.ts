import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '#db/schema/tables.ts'
import { settingStatements } from '#db/session-settings.ts'
import { listAccounts } from '#domain/accounts/list-accounts.server.ts'
import { listAudit } from '#domain/audit/list-audit.server.ts'
import { listCustomers } from '#domain/customers/list-customers.server.ts'
import { listOrders } from '#domain/orders/list-orders.server.ts'
import { listPurchases } from '#domain/orders/list-purchases.server.ts'
import { showOverview } from '#domain/orders/show-overview.server.ts'
import { listProducts } from '#domain/products/list-products.server.ts'
import { listManagedReviews } from '#domain/reviews/list-managed-reviews.server.ts'
import { searchProducts } from '#domain/search/search-products.server.ts'
import type { Shop } from '#domain/shop.ts'
import { insertLargeStore } from '../support/insert-large-store.ts'
import { stockProduct } from '../support/orders.ts'
import { readsOf, type TableRead } from '../support/query-plan.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const SIZE = { products: 3_000, people: 2_000, orders: 6_000, reviews: 5_000 }
/**
 * Disables table scans, which are cheaper for tables of this size: whether a list works without one shows how
 * it scales.
 */
const FOR_PLANS = { avoidTableScans: true }
/** A list may read this fraction of a table. */
const PART = 0.2

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  await stockProduct(store)
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  await insertLargeStore(client, SIZE)
  await client.end()
}, 120_000)
afterAll(() => store.close())

/** Runs the work in one transaction, and returns how many rows of each table it read. */
async function reading(work: (shop: Shop) => Promise<unknown>): Promise<Record<string, number>> {
  return store.db.transaction().execute(async (trx) => {
    const shop: Shop = { ...store.shop, db: trx }
    await sql.raw(settingStatements(FOR_PLANS)).execute(trx)
    const before = await rowsRead(trx)
    await work(shop)
    const after = await rowsRead(trx)
    return Object.fromEntries(Object.entries(after).map(([name, rows]) => [name, rows - (before[name] ?? 0)]))
  })
}

/** Rows of each table that this connection has read. */
async function rowsRead(db: TestStore['db']): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows: read }) => [name, read]))
}

/** Runs the work, and returns what the plans of its statements read, index entries included. */
async function readsFor(work: (shop: Shop) => Promise<unknown>): Promise<TableRead[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const pool = new pg.Pool({ connectionString: store.databaseUrl, max: 1 })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query)
    },
  })
  await work(Object.create(store.shop, { db: { value: db } }))
  const client = await pool.connect()
  await client.query(settingStatements(FOR_PLANS))
  const reads: TableRead[] = []
  for (const query of statements) reads.push(...(await readsOf(client, query.sql, [...query.parameters])))
  client.release()
  await db.destroy()
  return reads
}

async function expectFewRows(work: (shop: Shop) => Promise<unknown>): Promise<void> {
  const sizes = await sql<{ name: string; rows: number }>`
    select relname as name, reltuples::int as rows from pg_class where relkind = 'r' and reltuples >= 1000`.execute(
    store.db,
  )
  expect(sizes.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['accounts', 'audit_entries', 'orders', 'products', 'reviews']),
  )
  const rows = await reading(work)
  for (const { name, rows: all } of sizes.rows)
    expect(rows[name] ?? 0, `rows of ${name}, which has ${all}`).toBeLessThanOrEqual(all * PART)
}

const some = async (column: string, table: string) =>
  (
    await sql<{
      value: string
    }>`select ${sql.ref(column)} as value from ${sql.table(table)} order by id limit 1`.execute(store.db)
  ).rows[0]?.value ?? ''

test.for([
  ['an id', (): Promise<string> => some('id', 'orders')],
  ['a transaction', (): Promise<string> => some('transaction_id', 'payments').catch(() => 'pi_big_77')],
  ['a number', (): Promise<string> => some('number', 'orders').then((number) => `dl${number}`)],
  ['nothing that there is', async (): Promise<string> => 'no such order'],
  ['a rare email', async (): Promise<string> => 'person-77@big'],
  ['a rare part', async (): Promise<string> => 'alternator 3e'],
  ['a common word', async (): Promise<string> => 'sealed'],
  ['two letters', async (): Promise<string> => 'zz'],
  ['a phone number', async (): Promise<string> => '+1 217 555 0077'],
  ['the end of a phone number', async (): Promise<string> => '555-0077'],
] as const)('orders are searched for %s without reading all', async ([, q]) => {
  const text = await q()
  await expectFewRows((shop) => listOrders(shop, { q: text, limit: 10 }))
  await expectFewRows((shop) => listPurchases(shop, { q: text, limit: 10 }))
})

test('orders are found by part, customer, email, id and transaction, held ones too, newest first', async () => {
  const { rows: orders } = await sql<{
    id: string
    email: string
    name: string
    transaction: string | null
    hold: string
  }>`
    (select id, customer_email as email, product_name as name, transaction_id as transaction, hold from orders
     where hold = 'held' limit 2)
    union all (select id, customer_email, product_name, transaction_id, hold from orders where hold = 'sold' limit 2)`.execute(
    store.db,
  )
  expect(orders.map(({ hold }) => hold)).toEqual(['held', 'held', 'sold', 'sold'])
  for (const { id, email, name, transaction } of orders)
    for (const q of [id, email.toUpperCase(), name.slice(2), ...(transaction ? [transaction] : [])]) {
      const found = await listOrders(store.shop, { q, limit: 500 })
      expect(
        found.map(({ _id }) => _id),
        q,
      ).toContain(id)
      const times = found.map(({ placedAt }) => placedAt)
      expect(times).toEqual(times.toSorted().toReversed())
    }
  expect(await listOrders(store.shop, { q: '100%', limit: 10 })).toEqual([])
})

test.for([
  [{ subject: 'account' }],
  [{ subject: 'intent' }],
  [{ subject: 'order' }],
  [{ kind: 'role' }],
  [{ kind: 'money' }],
  [{ kind: 'difference' }],
  [{ kind: 'difference', subject: 'order' }],
  [{ kind: 'stock', subject: 'account' }],
  [{ kind: 'money', subject: 'order' }],
  [{ kind: 'money', subject: 'product' }],
  [{ kind: 'review', subject: 'account' }],
  [{ q: 'person-77@big' }],
  [{ q: 'person-77@big', kind: 'money' }],
  [{ q: 'person-77@big', subject: 'order' }],
  [{ q: 'no such name' }],
] as const)('the audit is filtered by %o without reading all', async ([filter]) => {
  await expectFewRows((shop) => listAudit(shop, { ...filter, limit: 10 }))
})

test('users and parts are listed and searched without reading all', async () => {
  await expectFewRows((shop) => listCustomers(shop, { limit: 10, q: '217.555.0077' }))
  await expectFewRows((shop) => listAccounts(shop, { limit: 10 }))
  await expectFewRows((shop) => listAccounts(shop, { limit: 10, q: 'person-77@big' }))
  await expectFewRows((shop) => listAccounts(shop, { limit: 10, q: 'no such name' }))
  await expectFewRows((shop) => listAccounts(shop, { limit: 5, q: 'big.test' }))
  await expectFewRows((shop) => listAccounts(shop, { limit: 10, role: 'admin' }))
  await expectFewRows((shop) => searchProducts(shop, { page: 1, q: 'alternator 3e' }))
  await expectFewRows((shop) => searchProducts(shop, { page: 1, q: 'nothing' }))
})

test.for([
  ['a common word', { q: 'described' }],
  ['a rare one', { q: 'review 1777' }],
  ['a customer', { q: 'person-77@big' }],
  ['nothing that there is', { q: 'nothing at all' }],
  ['two letters', { q: 'zz' }],
  ['those that are hidden', { status: 'hidden' }],
  ['an old one that is shown', { q: 'review 1777', status: 'shown' }],
] as const)('reviews are searched for %s without reading all', async ([, query]) => {
  await expectFewRows((shop) => listManagedReviews(shop, { ...query, limit: 10 }))
})

test('reviews are found by name, text, email and id, newest first, and after a cursor', async () => {
  const find = async (query: object) => listManagedReviews(store.shop, { limit: 500, ...query })
  const all = await find({ q: 'person-77@big' })
  expect(all.length).toBeGreaterThan(1)
  expect(all.map(({ date }) => date)).toEqual(
    all
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  )
  const [newest, next] = all
  expect(await find({ q: 'PERSON-77@BIG', limit: 1, after: newest?._id })).toEqual([next])
  expect(await find({ q: newest?._id })).toEqual([newest])
  expect(await find({ q: newest?.name })).toContainEqual(newest)
  expect(await find({ q: newest?.text.slice(3) })).toContainEqual(newest)
  expect(await find({ q: newest?.text, status: 'hidden' })).toEqual([])
})

test.for([
  { page: 1 },
  { page: 30, sort: 'price' },
  { page: 40, sort: '-price' },
  { page: 40, sort: 'name' },
  { page: 1, category: 'Category 7' },
  { page: 1, brand: 'Brand 7', sort: 'price' },
] as const)('the product list shows %o from indexes', async (query) => {
  const reads = (await readsFor((shop) => searchProducts(shop, query))).filter(
    ({ table }) => table === 'product_search' || table === 'products',
  )
  expect(reads.map(({ table }) => table)).toEqual(expect.arrayContaining(['product_search', 'products']))
  const others = reads.filter(({ step }) => step !== 'Index Only Scan')
  expect(others.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(SIZE.products * PART)
})

test('the product list counts and sorts the products, page by page', async () => {
  const page = (at: number) => searchProducts(store.shop, { page: at, sort: 'price', category: 'Category 7' })
  const pages = await Promise.all([1, 2, 3, 4].map(page))
  const first = await page(1)
  const prices = pages.flatMap(({ products }) => products).map(({ price }) => price)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  expect(prices).toHaveLength(first.total)
  const { rows } = await sql<{ name: string; count: number }>`
    select category as name, count(*)::int as count from products where deleted_at is null and category <> ''
    group by 1 order by 1`.execute(store.db)
  expect(first.facets.categories).toEqual(rows)
  expect(first.total).toBe(rows.find(({ name }) => name === 'Category 7')?.count)
})

test('the overview does not read every paid order', async () => {
  const reads = (await readsFor((shop) => showOverview(shop, { days: '30', by: 'units' }))).filter(
    ({ table }) => table === 'orders',
  )
  expect(reads.length).toBeGreaterThan(2)
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(SIZE.orders * PART)
})

test('concurrent payments are all counted, and none waits for another', async () => {
  const clients = [1, 2, 3].map(() => new pg.Client({ connectionString: store.databaseUrl }))
  const before = await showOverview(store.shop, { days: '30', by: 'revenue' })
  const { rows: held } = await sql<{ id: string; cents: number }>`
    select id, total_cents as cents from orders where hold = 'held' limit ${clients.length}`.execute(store.db)
  expect(held).toHaveLength(clients.length)
  for (const [at, client] of clients.entries()) {
    await client.connect()
    await client.query(`set lock_timeout = '1s'; begin`)
    await client.query(
      `update orders set paid_at = clock_timestamp(), hold = 'sold', transaction_id = 'pi_' || id where id = $1`,
      [held[at]?.id],
    )
  }
  for (const client of clients) {
    await client.query('commit')
    await client.end()
  }
  const after = await showOverview(store.shop, { days: '30', by: 'revenue' })
  const cents = held.reduce((sum, order) => sum + order.cents, 0)
  expect(after.orders.toShip - before.orders.toShip).toBe(clients.length)
  expect(after.days.at(-1)?.orders).toBe((before.days.at(-1)?.orders ?? 0) + clients.length)
  expect(Math.round((after.revenue.total - before.revenue.total) * 100)).toBe(cents)
})

test('the overview counts all orders, in any state', async () => {
  const { orders, revenue } = await showOverview(store.shop, { days: '30', by: 'revenue' })
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as "all", (count(*) filter (where paid_at is null))::int as unpaid,
           (count(*) filter (where paid_at is not null and shipped_at is null))::int as "toShip",
           0 as "partlyShipped", 0 as canceled,
           (count(*) filter (where shipped_at is not null))::int as shipped,
           (count(*) filter (where refunded_cents = total_cents))::int as refunded,
           (sum(total_cents) filter (where paid_at is not null) / 100.0)::float8 as total
    from orders where deleted_at is null`.execute(store.db)
  expect({ ...orders, total: revenue.total }).toEqual(rows[0])
})

test.each(['brand', 'category'] as const)(
  'the products of one %s are listed without reading the others',
  async (column) => {
    await sql`update products set ${sql.ref(column)} = 'Rare'
    where id in (select id from products where deleted_at is null order by created_at limit 3)`.execute(
      store.db,
    )
    const list = (limit: number) => (shop: Shop) => listProducts(shop, { limit, [column]: 'Rare' })
    expect(await list(10)(store.shop)).toHaveLength(3)
    for (const { table, rows } of await readsFor(list(10))) expect(rows, table).toBeLessThanOrEqual(10)
  },
)
