import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseNamed } from '../../tests/support/database-server.ts'
import { checkRules } from '../ops/verify.ts'
import { INVARIANTS } from './invariants.ts'
import { migrate } from './migrate.ts'

/**
 * Statements of a store of the version before migrations 051 to 054, which write a part, its position on a
 * vehicle, and its order.
 */
async function sellAsBefore(pool: pg.Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into products (name, part_number, picture, about, category, price_cents, available, min_order)
     values ($1, '', '/p.webp', 'A part.', 'Brakes', 100, 5, 1) returning id`,
    [name],
  )
  const id = rows[0]?.id
  await pool.query(`insert into stock_movements (product_id, kind, quantity) values ($1, 'received', 5)`, [
    id,
  ])
  await pool.query(`update products set price_cents = 200 where id = $1`, [id])
  const placeAt = (position: string) =>
    pool.query(
      `insert into fitments (product_id, make, model, year_from, year_to, position) values ($1, 'Honda', 'Civic', 2012, 2015, $2)`,
      [id, position],
    )
  await placeAt('rear')
  await pool.query(`delete from fitments where product_id = $1`, [id])
  await placeAt('front left')
  const order = randomUUID()
  await pool.query(
    `insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
                         customer_email, customer_phone, customer_address, hold, hold_expires_at)
     values ($1, $2, 'a', '/p.webp', $3, 200, 1, 200, 'Ada', 'a@b.test', '1', '1 Main Street', 'held', now() + interval '1 day')`,
    [order, id, name],
  )
  await pool.query(
    `insert into stock_movements (product_id, order_id, kind, quantity) values ($1, $2, 'held', -1)`,
    [id, order],
  )
  await pool.query('update products set available = 4 where id = $1', [id])
}

/** Its reads for searches. */
async function countAsBefore(pool: pg.Pool): Promise<number[]> {
  const counted = await pool.query<{ n: number }>(
    `select coalesce(sum(products), 0)::int as n from product_counts where category = 'Brakes' and in_stock`,
  )
  const found = await pool.query<{ n: number }>(
    `select count(*)::int as n from product_search where words @@ to_tsquery('product_words', 'pads') and in_stock`,
  )
  return [counted.rows[0]?.n ?? NaN, found.rows[0]?.n ?? NaN]
}

/** The migrations of this version, in their order. */
const files = readdirSync(path.join(import.meta.dirname, 'migrations')).toSorted()

async function emptyDatabase(): Promise<pg.Pool> {
  const server = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const pool = new pg.Pool({ connectionString: databaseNamed(server, name) })
  pool.on('error', () => undefined)
  return pool
}

test('numbers of existing parts are compared with all of their letters', async () => {
  const pool = await emptyDatabase()
  await migrate(pool, files.indexOf('062_letters_of_part_numbers.sql'))
  await pool.query(
    `insert into products (name, part_number, picture, about, category, price_cents, available, min_order)
     select 'Part', number, '/p.webp', 'A part.', 'Brakes', 100, 5, 1 from unnest(array['Ö-1o0', 'АБ', 'P-1', '—']) number`,
  )
  const normalized = async () => {
    const { rows } = await pool.query<{ normalized: string }>('select normalized from part_numbers')
    return new Set(rows.map((row) => row.normalized))
  }
  expect(await normalized()).toEqual(new Set(['100', 'P1']))
  await migrate(pool)
  expect(await normalized()).toEqual(new Set(['0100', 'АБ', 'P1']))
  await pool.end()
})

test('a store of the previous version keeps selling on the tables of this one, and every rule holds', async () => {
  const pool = await emptyDatabase()
  await migrate(pool, files.indexOf('051_unit_of_sale.sql'))
  await pool.query(`insert into accounts (id, email, name) values ('a', 'a@b.test', 'Ada')`)
  await sellAsBefore(pool, 'Pads of before')
  expect(await countAsBefore(pool)).toEqual([1, 1])

  await migrate(pool)
  await sellAsBefore(pool, 'Pads of the version before')
  expect(await countAsBefore(pool)).toEqual([2, 2])
  // The new version has its own columns for both.
  const { rows } = await pool.query(
    `select positions, products.unit, orders.unit as ordered
     from product_search join products on products.id = product_id join orders on orders.product_id = products.id`,
  )
  const piece = { positions: ['front', 'front left', 'left'], unit: 'piece', ordered: 'piece' }
  expect(rows).toEqual([piece, piece])
  const client = await pool.connect()
  await client.query('begin isolation level repeatable read read only')
  await client.query(`select set_config('driveline.image_host', '', true)`)
  const findings = await checkRules(client, INVARIANTS)
  client.release(true)
  // These rows have no picture (I25), no audit (I29), and accounts without a sign-in (I22b).
  const broken = findings.filter(({ breaches }) => breaches.length > 0).map(({ name: rule }) => rule)
  expect(new Set(broken)).toEqual(new Set(['I22b', 'I25', 'I29a', 'I29c']))
  await pool.end()
})
