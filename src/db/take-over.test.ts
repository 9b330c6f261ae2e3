import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseNamed } from '../../tests/support/database-server.ts'
import { checkRules } from '../ops/verify.ts'
import { INVARIANTS } from './invariants.ts'
import { countMigrations, isMigrated, migrate } from './migrate.ts'
import { prepareDatabase } from './prepare-database.ts'
import { BASELINE } from './take-over.ts'

/** The empty database of the version before 1.0.0 (commit 3d20bb98), as pg_dump wrote it. */
const BEFORE = gunzipSync(
  readFileSync(new URL('../../tests/support/store-before-1.0.sql.gz', import.meta.url)),
).toString()

/** How many came before 129_parcels.sql. */
const MIGRATIONS_BEFORE_PARCELS = readdirSync(new URL('migrations', import.meta.url)).filter(
  (file) => file < '129',
).length

async function withDatabase(work: (pool: pg.Pool, url: string) => Promise<void>): Promise<void> {
  const server = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = databaseNamed(server, name)
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => undefined)
  await work(pool, url).finally(() => pool.end())
}

async function makeTablesOfBefore(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(BEFORE).finally(() => client.end())
}

/** Statements of that version: a part, its positions on vehicles, and its order. */
async function sellAsBefore(pool: pg.Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into products (name, part_number, picture, about, category, price_cents, available, min_order)
     values ($1, '', '/p.webp', 'A part of 5 x 114.3 mm.', 'Brakes', 100, 5, 1) returning id`,
    [name],
  )
  const id = rows[0]?.id
  await pool.query(`insert into stock_movements (product_id, kind, quantity) values ($1, 'received', 5)`, [
    id,
  ])
  await pool.query(`update products set price_cents = 200 where id = $1`, [id])
  const place = `insert into fitments (product_id, make, model, year_from, year_to, position) values ($1, 'Honda', 'Civic', 2012, 2015, $2)`
  await pool.query(place, [id, 'rear'])
  await pool.query(`delete from fitments where product_id = $1`, [id])
  await pool.query(place, [id, 'front left'])
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

/** Its reads for searches, and of a size as visitors write it. */
async function countAsBefore(pool: pg.Pool): Promise<number[]> {
  const counted = await pool.query<{ n: number }>(
    `select coalesce(sum(products), 0)::int as n from product_counts where category = 'Brakes' and in_stock`,
  )
  const found = await pool.query<{ n: number }>(
    `select count(*)::int as n from product_search where words @@ to_tsquery('product_words', 'pads') and in_stock`,
  )
  return [counted.rows[0]?.n ?? NaN, found.rows[0]?.n ?? NaN]
}

/** Every column, constraint, index, function, trigger and sequence, without marks of how it was written. */
const CATALOG = `
  select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
                   attgenerated::text || attidentity::text, pg_get_expr(adbin, adrelid)) as entry
  from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind = 'r' and relnamespace = any ($1::regnamespace[]) and attnum > 0 and not attisdropped and not relname = any ($2::text[])
  union all
  select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = any ($1::regnamespace[]) and contype <> 't' and not conrelid::regclass::text = any ($2::text[])
  union all
  select indexdef from pg_indexes where schemaname::regnamespace = any ($1::regnamespace[]) and not tablename = any ($2::text[])
  union all
  select pg_get_functiondef(p.oid) from pg_proc p
  where pronamespace = any ($1::regnamespace[]) and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select concat_ws(' ', 'words', maptokentype, mapseqno, mapdict::regdictionary)
  from pg_ts_config c join pg_ts_config_map on mapcfg = c.oid where cfgname = 'product_words'
  union all
  select concat_ws(' ', 'sequence', schemaname, sequencename, start_value, max_value, increment_by, cycle)
  from pg_sequences where schemaname::regnamespace = any ($1::regnamespace[]) and not sequencename like '%migrations%'`

async function readCatalog(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ entry: string }>(CATALOG, [
    ['public', 'identity', 'simulator'],
    ['migrations', 'store_migrations', 'store_functions'],
  ])
  // Parentheses differ by how an expression was written.
  return rows.map(({ entry }) => entry.replaceAll(/[()]/g, '')).toSorted()
}

test('a store of the version before 1.0.0 has the tables, functions and triggers of a new one after its update', async () => {
  await withDatabase(async (taken, url) => {
    await makeTablesOfBefore(url)
    await migrate(taken)
    await withDatabase(async (fresh) => {
      await migrate(fresh)
      expect(await readCatalog(taken)).toEqual(await readCatalog(fresh))
    })
  })
})

test('a store of the version before keeps selling on the tables of this one, and every rule holds', async () => {
  await withDatabase(async (pool, url) => {
    await makeTablesOfBefore(url)
    await pool.query(`insert into accounts (id, email, name) values ('a', 'a@b.test', 'Ada')`)
    await sellAsBefore(pool, 'Pads of before')
    expect(await countAsBefore(pool)).toEqual([1, 1])

    await migrate(pool)
    // What was sold before is found by a size as searches read it now.
    const sized = `select count(*)::int as n from product_search where words @@ to_tsquery('product_words', '5 & 114.3 & mm')`
    expect((await pool.query(sized)).rows).toEqual([{ n: 1 }])
    await sellAsBefore(pool, 'Pads of the version before')
    expect(await countAsBefore(pool)).toEqual([2, 2])
    // A process of that version counts its own migrations.
    const { rows: theirs } = await pool.query('select count(*)::int as n from migrations')
    expect(theirs).toEqual([{ n: 50 }])
    const client = await pool.connect()
    await client.query('begin isolation level repeatable read read only')
    await client.query(`select set_config('driveline.image_host', '', true)`)
    const findings = await checkRules(client, INVARIANTS)
    client.release(true)
    // These rows have no picture (I25), no audit (I29), and accounts without a sign-in (I22b).
    const broken = findings.filter(({ breaches }) => breaches.length > 0).map(({ name: rule }) => rule)
    expect(new Set(broken)).toEqual(new Set(['I22b', 'I25', 'I29a', 'I29c']))
  })
})

test('what had shipped before the store had parcels is a parcel of each part, with its tracking', async () => {
  await withDatabase(async (pool) => {
    await migrate(pool, MIGRATIONS_BEFORE_PARCELS)
    await pool.query(`insert into accounts (id, email, name) values ('a', 'a@b.test', 'Ada')`)
    const { rows: made } = await pool.query<{ id: string }>(
      `insert into products (name, part_number, picture, about, category, price_cents, available, min_order)
       values ('Pads', '', '/p.webp', 'Pads.', 'Brakes', 200, 5, 1) returning id`,
    )
    const [purchase, ids] = [randomUUID(), ['first', 'second', 'open']]
    await pool.query(
      `insert into purchases (id, number, parts_cents, total_cents) values ($1, 10042, 2400, 2400)`,
      [purchase],
    )
    // The second part shipped first; one of its four pieces had been canceled. The third has not.
    for (const [at, [shipped, canceled, tracking]] of [
      ['2026-03-02T10:00:00Z', 0, '1Z999'],
      ['2026-03-01T10:00:00Z', 1, null],
      [null, 0, null],
    ].entries())
      await pool.query(
        `insert into orders (id, purchase_id, number, line, lines, product_id, account_id, picture, product_name, unit_price_cents,
                             quantity, total_cents, customer_name, customer_email, customer_phone, customer_address, hold,
                             hold_expires_at, paid_at, transaction_id, shipped_at, canceled_quantity, carrier, tracking_number)
         values ($1, $2, 10042, $3, 3, $4, 'a', '/p.webp', $5, 200, 4, 800, 'Ada', 'a@b.test', '1', '1 Main Street', 'sold', now(),
                 '2026-02-28T10:00:00Z', 'pi_1', $6, $7, case when $8::text is null then null else 'UPS' end, $8)`,
        [
          at === 0 ? purchase : randomUUID(),
          purchase,
          at + 1,
          made[0]?.id,
          ids[at],
          shipped,
          canceled,
          tracking,
        ],
      )
    await migrate(pool)
    const { rows } = await pool.query(
      `select s.position, s.tracking_number as tracking, s.shipped_at = o.shipped_at as dated, s.id = o.id as named,
              l.quantity, o.shipped_quantity as shipped, o.product_name as part
       from shipments s join shipment_lines l on l.shipment_id = s.id join orders o on o.id = l.order_id order by 1`,
    )
    const parcel = { dated: true, named: true }
    expect(rows).toEqual([
      { ...parcel, position: 1, tracking: null, quantity: 3, shipped: 3, part: 'second' },
      { ...parcel, position: 2, tracking: '1Z999', quantity: 4, shipped: 4, part: 'first' },
    ])
    expect((await pool.query('select shipped_quantity as n from orders where line = 3')).rows).toEqual([
      { n: 0 },
    ])
  })
})

test('an interrupted update leaves the store of before unchanged, and the next start runs it again', async () => {
  await withDatabase(async (pool, url) => {
    await makeTablesOfBefore(url)
    await pool.query(`insert into accounts (id, email, name) values ('a', 'a@b.test', 'Ada')`)
    await sellAsBefore(pool, 'Pads')
    const before = await readCatalog(pool)
    // An order that is being paid: the update waits for it.
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

    expect(await readCatalog(pool)).toEqual(before)
    await sellAsBefore(pool, 'Pads, sold by the version that still runs')
    await migrate(pool)
    expect(await isMigrated(pool)).toBe(true)
    expect(await countAsBefore(pool)).toEqual([2, 2])
  })
})

test('an older store is not touched, and is told which version updates it', async () => {
  await withDatabase(async (pool, url) => {
    await makeTablesOfBefore(url)
    await pool.query(`delete from migrations where name > '044_order_numbers'`)
    const before = await readCatalog(pool)
    const start = prepareDatabase({ url, directUrl: url }, { waitMs: 0, onWait: () => undefined })
    await expect(start).rejects.toThrow(
      'their last migration is 044_order_numbers), which this version cannot update. Start it once with the last version before 1.0.0',
    )
    expect(await readCatalog(pool)).toEqual(before)
  })
})

test('another program’s table of migrations in the same database is left alone', async () => {
  await withDatabase(async (pool) => {
    await pool.query(
      `create table migrations (id serial, name text); insert into migrations (name) values ('1_users')`,
    )
    await migrate(pool)
    expect(await isMigrated(pool)).toBe(true)
    expect((await pool.query('select name from migrations')).rows).toEqual([{ name: '1_users' }])
  })
})

test('functions are applied again when their text changes, and never by a version whose text was replaced', async () => {
  await withDatabase(async (pool) => {
    await migrate(pool)
    const readBand = async () => (await pool.query('select price_band(2500) as band')).rows[0].band
    const replaced = `create or replace function price_band(cents integer) returns smallint language sql immutable strict parallel safe as 'select 9::smallint'`
    await pool.query(replaced)
    await migrate(pool)
    expect(await readBand()).toBe(9)
    await pool.query('delete from store_functions')
    await migrate(pool)
    expect(await readBand()).toBe(1)
  })
})

test('the baseline is the beginning of the migrations, and makes the tables of the version before', async () => {
  await withDatabase(async (pool) => {
    expect(await migrate(pool, BASELINE.length)).toEqual(BASELINE)
    expect(countMigrations()).toBeGreaterThan(BASELINE.length)
    await withDatabase(async (before, url) => {
      await makeTablesOfBefore(url)
      const tablesOnly = (entries: string[]) =>
        entries
          .filter((entry) => /^(?:column|constraint|CREATE (?:UNIQUE )?INDEX|words|sequence)/.test(entry))
          // It added these without reading the rows that were there.
          .map((entry) => entry.replace(' NOT VALID', ''))
      expect(tablesOnly(await readCatalog(pool))).toEqual(tablesOnly(await readCatalog(before)))
    })
  })
})
