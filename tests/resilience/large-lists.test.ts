import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAccounts } from '#domain/accounts/list-accounts.server.ts'
import { listAudit } from '#domain/audit/list-audit.server.ts'
import { listOrders } from '#domain/orders/list-orders.server.ts'
import { showOverview } from '#domain/orders/show-overview.server.ts'
import { browseProducts } from '#domain/products/browse-products.server.ts'
import type { Shop } from '#domain/shop.ts'
import { insertBigShop } from '../../scripts/bench/insert-big-shop.ts'
import { stockPart } from '../support/goods.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const SIZE = { products: 1_000, people: 1_000, orders: 6_000, reviews: 100 }
/** A list may read this part of a table. */
const PART = 0.2

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  await stockPart(store)
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  await insertBigShop(client, SIZE)
  await client.end()
}, 120_000)
afterAll(() => store.close())

/** Does the work in one transaction, and answers how many rows of which table were read for it. */
async function reading(work: (shop: Shop) => Promise<unknown>): Promise<Record<string, number>> {
  return store.db.transaction().execute(async (trx) => {
    const shop: Shop = Object.create(store.shop, { db: { value: trx } })
    const before = await rowsRead(trx)
    await work(shop)
    const after = await rowsRead(trx)
    return Object.fromEntries(Object.entries(after).map(([name, rows]) => [name, rows - (before[name] ?? 0)]))
  })
}

/** Rows that this connection has read of each table. */
async function rowsRead(db: TestStore['db']): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows: read }) => [name, read]))
}

async function expectFewRows(work: (shop: Shop) => Promise<unknown>): Promise<void> {
  const sizes = await sql<{ name: string; rows: number }>`
    select relname as name, reltuples::int as rows from pg_class where relkind = 'r' and reltuples >= 1000`.execute(
    store.db,
  )
  expect(sizes.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['accounts', 'audit_entries', 'orders', 'products']),
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
  ['nothing that there is', async (): Promise<string> => 'no such order'],
  ['a rare e-mail', async (): Promise<string> => 'person-77@big'],
  ['a rare part', async (): Promise<string> => 'alternator 3e'],
  ['a common word', async (): Promise<string> => 'sealed'],
  ['two letters', async (): Promise<string> => 'zz'],
] as const)('orders are searched for %s without reading all', async ([, q]) => {
  const text = await q()
  await expectFewRows((shop) => listOrders(shop, { q: text, limit: 10 }))
})

test('orders are found by part, customer, e-mail, id and transaction, held ones too, newest first', async () => {
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
  [{ q: 'person-77@big' }],
  [{ q: 'nobody at all' }],
] as const)('the audit is filtered by %o without reading all', async ([filter]) => {
  await expectFewRows((shop) => listAudit(shop, { ...filter, limit: 10 }))
})

test('users and parts are listed and searched without reading all', async () => {
  await expectFewRows((shop) => listAccounts(shop, { limit: 10 }))
  await expectFewRows((shop) => listAccounts(shop, { limit: 10, q: 'person-77@big' }))
  await expectFewRows((shop) => listAccounts(shop, { limit: 10, q: 'nobody at all' }))
  await expectFewRows((shop) => browseProducts(shop, { page: 1, q: 'alternator 3e' }))
  await expectFewRows((shop) => browseProducts(shop, { page: 1, q: 'nothing' }))
})

test('the overview counts all orders, whatever their state', async () => {
  const { orders, revenue } = await showOverview(store.shop)
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as "all", (count(*) filter (where paid_at is null))::int as unpaid,
           (count(*) filter (where paid_at is not null and shipped_at is null))::int as "toShip",
           (count(*) filter (where shipped_at is not null))::int as shipped,
           (sum(total_cents) filter (where paid_at is not null) / 100.0)::float8 as total
    from orders where deleted_at is null`.execute(store.db)
  expect({ ...orders, total: revenue.total }).toEqual(rows[0])
})
