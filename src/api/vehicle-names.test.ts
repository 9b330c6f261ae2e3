import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { databaseNamed } from '../../tests/support/database-server.ts'

// Migration 033: models were EPA's long names.

const MIGRATION = '033_vehicle_variants.sql'

const server = () => inject('databaseUrl')
const newName = () => `test_${randomUUID().replaceAll('-', '')}`
/** A database before the migration, from which each test's own is copied. */
const BEFORE = newName()

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server() })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

beforeAll(async () => {
  await onServer(`create database ${BEFORE}`)
  const pool = new pg.Pool({ connectionString: databaseNamed(server(), BEFORE) })
  const files = readdirSync(path.join(import.meta.dirname, '../db/migrations')).toSorted()
  await migrate(pool, files.indexOf(MIGRATION)).finally(() => pool.end())
})

/**
 * A database before the migration with these vehicles ("make|model|year|liters|cylinders") and fitments of
 * one part, then migrated.
 */
async function migrated(
  { vehicles, fitments }: { vehicles: readonly string[]; fitments: readonly string[] },
  read: (pool: pg.Pool) => Promise<void>,
) {
  const name = newName()
  await onServer(`create database ${name} template ${BEFORE} strategy file_copy`)
  const pool = new pg.Pool({ connectionString: databaseNamed(server(), name) })
  try {
    await pool.query(
      `insert into vehicles (make, model, year, displacement_l, cylinders, fuel, drive)
       select split_part(v, '|', 1), split_part(v, '|', 2), split_part(v, '|', 3)::int, nullif(split_part(v, '|', 4), '')::numeric,
              nullif(split_part(v, '|', 5), '')::int, 'Regular', 'Front-Wheel Drive'
       from unnest($1::text[]) v`,
      [vehicles],
    )
    await pool.query(
      `with part as (
         insert into products (name, picture, about, price_cents, available, min_order) values ('Pads', '/p.webp', 'x', 100, 1, 1) returning id)
       insert into fitments (product_id, make, model, year_from, year_to, displacement_l, cylinders)
       select part.id, split_part(f, '|', 1), split_part(f, '|', 2), split_part(f, '|', 3)::int, split_part(f, '|', 4)::int,
              nullif(split_part(f, '|', 5), '')::numeric, nullif(split_part(f, '|', 6), '')::int
       from part, unnest($1::text[]) f`,
      [fitments],
    )
    await migrate(pool)
    await read(pool)
  } finally {
    await pool.end()
  }
}

const F150 = ['Ford|F150 Pickup 2WD|2004|5.4|8', 'Ford|F150 Pickup 4WD|2004|5.4|8']
const lines = async (pool: pg.Pool) =>
  (
    await pool.query<{ line: string }>(
      `select concat_ws('|', make, model, coalesce(variant, '*'), year_from, year_to, displacement_l, cylinders) as line from fitments order by 1`,
    )
  ).rows.map(({ line }) => line)

test.each<[string, string[], string[], string[]]>([
  [
    'a part for one variant keeps it',
    F150,
    ['Ford|F150 Pickup 4WD|2004|2004'],
    ['Ford|F-150|Pickup 4WD|2004|2004'],
  ],
  [
    'lines for every variant of these years become one for every variant',
    F150,
    ['Ford|F150 Pickup 2WD|2004|2004', 'Ford|F150 Pickup 4WD|2004|2004'],
    ['Ford|F-150|*|2004|2004'],
  ],
  [
    'an engine that only one variant has is that of every variant',
    [...F150, 'Ford|F150 Pickup 4WD|2004|4.6|8'],
    ['Ford|F150 Pickup 4WD|2004|2004|4.6|8'],
    ['Ford|F-150|*|2004|2004|4.6|8'],
  ],
  [
    'a third variant of these years, or lines with different years, keep them apart',
    [...F150, 'Ford|F150 Pickup 2WD FFV|2006|5.4|8'],
    [
      'Ford|F150 Pickup 2WD|2004|2006',
      'Ford|F150 Pickup 4WD|2004|2006',
      'Ford|F150 Pickup 4WD|2003|2006|5.4|8',
    ],
    [
      'Ford|F-150|Pickup 2WD|2004|2006',
      'Ford|F-150|Pickup 4WD|2003|2006|5.4|8',
      'Ford|F-150|Pickup 4WD|2004|2006',
    ],
  ],
  [
    'the plain name is not the variants that have a name',
    ['Honda|Civic|2008|1.8|4', 'Honda|Civic Hybrid|2008|1.3|4'],
    ['Honda|Civic|2008|2008', 'Honda|Civic|2008|2008|1.8|4'],
    ['Honda|Civic|*|2008|2008|1.8|4', 'Honda|Civic|Base|2008|2008'],
  ],
  [
    'a line that goes beyond the old list names no variants that are not known yet',
    ['Honda|Civic|2015|1.8|4'],
    ['Honda|Civic|2015|2018', 'Honda|Civic|2015|2015'],
    ['Honda|Civic|*|2015|2015', 'Honda|Civic|Base|2015|2018'],
  ],
  [
    'a variant that only the newer list has counts',
    ['Pontiac|Vibe|2003|1.8|4'],
    ['Pontiac|Vibe|2003|2003'],
    ['Pontiac|Vibe|Base|2003|2003'],
  ],
  [
    'a vehicle of the shop’s own stays as it is',
    ['Zastava|Koral 55|2001|1.1|4'],
    ['Zastava|Koral 55|2000|2003'],
    ['Zastava|Koral 55|*|2000|2003'],
  ],
])('%s', async (_what, vehicles, fitments, expected) => {
  await migrated({ vehicles, fitments }, async (pool) => expect(await lines(pool)).toEqual(expected))
})

test('vehicles get base names and a source, and exist once; the audit counts the remaining lines', async () => {
  const twice = [...F150, 'Ford|F150 Pickup 4WD|2004|5.4|8', 'Zastava|Koral 55|2001|1.1|4']
  const fitments = ['Ford|F150 Pickup 2WD|2004|2004', 'Ford|F150 Pickup 4WD|2004|2004']
  await migrated({ vehicles: twice, fitments }, async (pool) => {
    const { rows } = await pool.query(
      `select concat_ws('|', make, model, variant, source) as vehicle from vehicles where make in ('Ford', 'Zastava') and year < 2005 order by 1`,
    )
    expect(rows.map(({ vehicle }) => vehicle)).toEqual([
      'Ford|F-150|Pickup 2WD|epa',
      'Ford|F-150|Pickup 4WD|epa',
      'Zastava|Koral 55|shop',
    ])
    const { rows: notes } = await pool.query(`select action, before, after from audit_entries`)
    expect(notes).toEqual([
      {
        action: 'edit_product',
        before: { price: 1, minOrder: 1, vehicles: 2 },
        after: { price: 1, minOrder: 1, vehicles: 1 },
      },
    ])
  })
})
