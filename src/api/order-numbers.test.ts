import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { databaseNamed } from '../../tests/support/database-server.ts'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn } from '../../tests/support/users.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('orders are numbered from DL-10001 on, and refused ones take no number', async () => {
  const customer = await signIn(store)
  const productId = await stockProduct(store, { available: 3 })
  const place = (orderQty: number) =>
    customer.call('POST', '/order', {
      productId,
      orderQty,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
    })
  expect((await place(1)).body).toEqual({ insertedId: expect.any(String), number: 'DL-10001' })
  expect((await place(9)).status).toBe(409)
  expect((await place(1)).body).toEqual({ insertedId: expect.any(String), number: 'DL-10002' })
  const listed = await customer.call('GET', `/order/${customer.email}`)
  expect(listed.body.map(({ number }: { number: string }) => number)).toEqual(['DL-10002', 'DL-10001'])
})

test('a repeated key returns the number of its order, even if the order had none yet', async () => {
  const customer = await signIn(store)
  const body = {
    productId: await stockProduct(store),
    orderQty: 1,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  }
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await customer.call('POST', '/order', body, key)
  expect(await customer.call('POST', '/order', body, key)).toMatchObject({ status: 201, body: first.body })
  // As a store of the previous version stored it.
  await sql`update idempotency_keys set answer = answer - 'number' where key = ${key['Idempotency-Key']}`.execute(
    store.db,
  )
  const { insertedId } = first.body
  expect(await customer.call('POST', '/order', body, key)).toMatchObject({
    status: 201,
    body: { insertedId },
  })
})

test('orders at the same moment get different numbers', async () => {
  const customer = await signIn(store)
  const products = await Promise.all(Array.from({ length: 12 }, () => stockProduct(store)))
  const ids = await Promise.all(products.map((id) => order(customer, id)))
  const rows = await store.db.selectFrom('orders').select('number').where('id', 'in', ids).execute()
  expect(new Set(rows.map(({ number }) => number)).size).toBe(12)
})

const OLD_ORDER = `
  insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
                      customer_email, customer_phone, customer_address, hold, hold_expires_at, placed_at, deleted_at)
  select gen_random_uuid(), p.id, 'a', '/p.webp', $1, 100, 1, 100, 'Ada', 'a@b.test', '1', '1 Main Street',
         case when $3::timestamptz is null then 'held' else 'released' end, now(), $2, $3 from products p`

/** A database of the version before orders had numbers, with one account and one part. */
async function withOlderDatabase(work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await sql`create database ${sql.id(name)}`.execute(store.db)
  const pool = new pg.Pool({ connectionString: databaseNamed(inject('databaseUrl'), name) })
  pool.on('error', () => undefined)
  try {
    const files = readdirSync(path.join(import.meta.dirname, '../db/migrations')).toSorted()
    await migrate(pool, files.indexOf('044_order_numbers.sql'))
    await pool.query(`insert into accounts (id, email, name) values ('a', 'a@b.test', 'Ada')`)
    await pool.query(`insert into products (name, part_number, picture, about, price_cents, available, min_order)
                      values ('Pads', '', '/p.webp', 'x', 100, 1, 1)`)
    await work(pool)
  } finally {
    await pool.end()
  }
}

test('the orders of an existing store are numbered by their time, including deleted ones, and an older store can keep placing orders', async () => {
  await withOlderDatabase(async (pool) => {
    await pool.query(OLD_ORDER, ['second', '2024-02-01', null])
    await pool.query(OLD_ORDER, ['third, deleted', '2024-03-01', '2024-03-02'])
    await pool.query(OLD_ORDER, ['first', '2024-01-01', null])
    await migrate(pool)
    await pool.query(OLD_ORDER, ['of an older store', '2024-04-01', null])
    const { rows } = await pool.query('select product_name as name, number from orders order by number')
    expect(rows.map(({ name: what, number }) => [what, number])).toEqual([
      ['first', '10001'],
      ['second', '10002'],
      ['third, deleted', '10003'],
      ['of an older store', '10004'],
    ])
  })
})

test('an interrupted migration leaves the older store unchanged, and the next start runs it again', async () => {
  await withOlderDatabase(async (pool) => {
    await pool.query(OLD_ORDER, ['first', '2024-01-01', null])
    const applied = async () =>
      (await pool.query<{ name: string }>('select name from public.migrations order by id')).rows
    const before = await applied()
    // An order that is being paid: the migration waits for it, half-way.
    const paying = await pool.connect()
    await paying.query('begin')
    await paying.query('select from orders for update')
    const interrupted = migrate(pool).then(
      () => 'applied',
      () => 'failed',
    )
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%alter table orders%'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await pool.query(`select pg_terminate_backend(pid) from (${waiting}) waiting`)
    expect(await interrupted).toBe('failed')
    await paying.query('commit')
    paying.release()

    expect(await applied()).toEqual(before)
    await pool.query(OLD_ORDER, ['of the older store, which still runs', '2024-02-01', null])
    await migrate(pool)
    const { rows } = await pool.query('select product_name as name, number from orders order by number')
    expect(rows.map(({ name, number }) => [name, number])).toEqual([
      ['first', '10001'],
      ['of the older store, which still runs', '10002'],
    ])
  })
})
