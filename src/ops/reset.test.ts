import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../../tests/support/orders.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { openTestStore } from '../../tests/support/test-store.ts'
import { checkMayReset } from './reset.ts'
import { emptyTables, refuseWhileStoreRuns, STORE_TABLES } from './store-tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const elsewhere = 'postgres://me:secret@db.example:5432/shop'

test('a store that is not a demo is never reset', () => {
  expect(() => checkMayReset({ demo: false, DATABASE_URL: undefined }, { yes: true })).toThrow(
    'not a demo store',
  )
})

test('a database of DATABASE_URL is reset only with --yes, and the password is not shown', () => {
  expect(() => checkMayReset({ demo: true, DATABASE_URL: elsewhere }, { yes: false })).toThrow(
    /the database shop on db\.example:5432\. .*npx driveline reset --yes/,
  )
  expect(() => checkMayReset({ demo: true, DATABASE_URL: elsewhere }, { yes: false })).not.toThrow(/secret/)
  checkMayReset({ demo: true, DATABASE_URL: elsewhere }, { yes: true })
  checkMayReset({ demo: true, DATABASE_URL: undefined }, { yes: false })
})

test('every table of the store is emptied, but not the migrations', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select case schemaname when 'public' then tablename
            when 'identity' then format('identity."%s"', tablename) else schemaname || '.' || tablename end as name
     from pg_tables where schemaname in ('public', 'identity', 'simulator') and tablename not in ('store_migrations', 'store_functions')`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...STORE_TABLES].toSorted())
  await database.pool.query(`insert into audit_entries (action, subject) values ('x', 'y')`)
  await database.pool.query('create table of_another_application as select 1 as remains')
  await emptyTables(database.pool)
  const { rows: left } = await database.pool.query(
    `select (select count(*) from audit_entries)::int as audit, (select count(*) from store_migrations)::int > 0 as migrated,
            (select count(*) from of_another_application)::int as remains`,
  )
  expect(left).toEqual([{ audit: 0, migrated: true, remains: 1 }])
})

test('a database with a connected store is left alone', async () => {
  const store = await openTestStore()
  await stockProduct(store)
  const pool = new pg.Pool({ connectionString: store.databaseUrl })
  await expect(refuseWhileStoreRuns(pool)).rejects.toThrow('A store is running on this database')
  await pool.end()
  expect(await store.db.selectFrom('products').select('id').execute()).toHaveLength(1)
  await store.close()
})

test('content that prevents the start is reported in words, without a stack', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'reset-'))
  const CONTENT_DIR = path.join(folder, 'none')
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      ['src/ops/reset.ts', '--yes'],
      {
        env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), CONTENT_DIR },
      },
      (error, _, stderr) => resolve(`${error?.code}: ${stderr}`),
    )
  })
  expect(output).toBe(
    `1: The store cannot start with the content of ${CONTENT_DIR}:\n  - The folder does not exist: check CONTENT_DIR\n`,
  )
  await rm(folder, { recursive: true })
})
