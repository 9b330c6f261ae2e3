import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { migrate } from '#db/migrate.ts'
import { BASELINE } from '#db/take-over.ts'
import { checkFiles, listColumns, readManifest } from '../../src/ops/backup-format.ts'
import { backUp, type StoreLocation } from '../../src/ops/backup.ts'
import { restore } from '../../src/ops/restore.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { databaseNamed } from '../support/database-server.ts'
import { sendOrderMails } from '../support/jobs.ts'
import { mailsTo } from '../support/mails.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { quartersAs } from '../support/test-pictures.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

let dir: string
let store: TestStore
let customer: User
let orderId: string
let backup: string
const opened: TestDatabase[] = []

/** A store with some history, and its backup. */
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'driveline-backup-'))
  store = await openTestStore()
  customer = await signIn(store)
  const { url } = await store.shop.images.put(new Uint8Array(await quartersAs('png', 64, 48)))
  orderId = await orderPaid(store, customer, await stockProduct(store))
  await order(customer, await stockProduct(store, { name: 'Über-Filter\t"\\N"\n' }), 2)
  await store.db.updateTable('products').set({ picture: url }).execute()
  backup = path.join(dir, 'backup')
  await backUp(locationOf(store), backup)
})
afterAll(async () => {
  await store.close()
  for (const database of opened) await database.drop()
  await rm(dir, { recursive: true })
})

const locationOf = (of: { databaseUrl: string; dataDir: string }): StoreLocation => ({
  databaseUrl: of.databaseUrl,
  dataDir: of.dataDir,
  authSecret: undefined,
})
/** An empty store, as on a new machine. */
async function newLocation(): Promise<StoreLocation & { pool: pg.Pool }> {
  const database = await createTestDatabase()
  opened.push(database)
  return {
    databaseUrl: database.url,
    dataDir: path.join(dir, randomUUID()),
    authSecret: undefined,
    pool: database.pool,
  }
}
/** A copy of the backup with a change. */
async function changedBackup(change: (folder: string, manifest: any) => unknown): Promise<string> {
  const folder = path.join(dir, randomUUID())
  await cp(backup, folder, { recursive: true })
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))
  await change(folder, manifest)
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}
const tableOf = (manifest: any, name: string) =>
  manifest.tables.find((table: { name: string }) => table.name === name)
const count = async (pool: pg.Pool, table: string) =>
  (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n

test('a restore brings back every table, the pictures, the secrets and the counters', async () => {
  const location = await newLocation()
  const output = await restore(location, backup)
  expect(output[0]).toMatch(/^Restored \d+ rows of \d+ tables/)
  const all = (pool: pg.Pool, table: string) =>
    pool.query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)
  const source = new pg.Pool({ connectionString: store.databaseUrl })
  for (const table of [
    'products',
    'orders',
    'stock_movements',
    'audit_entries',
    'payments',
    'images',
    'identity."account"',
    'simulator.intents',
  ])
    expect((await all(location.pool, table)).rows, table).toEqual((await all(source, table)).rows)
  await source.end()
  expect(await readdir(path.join(location.dataDir, 'images'))).toEqual(
    await readdir(path.join(store.dataDir, 'images')),
  )
  const secret = path.join(location.dataDir, 'secrets', 'auth')
  expect(await readFile(secret, 'utf8')).toBe(
    await readFile(path.join(store.dataDir, 'secrets', 'auth'), 'utf8'),
  )
  expect((await stat(secret)).mode & 0o777).toBe(0o600)
  expect(
    (await verifyStore(readConfig({}), location.databaseUrl)).filter((rule) => rule.breaches.length > 0),
  ).toEqual([])
  await location.pool.query(`insert into audit_entries (action, subject) values ('one_more', 'order:x')`)

  // No customer is mailed about what happened before the backup.
  const restored = await openSecondStore({
    databaseUrl: location.databaseUrl,
    db: opened.at(-1)?.db ?? store.db,
  })
  const before = await mailsTo(restored)
  await sendOrderMails(restored)
  expect(await mailsTo(restored)).toEqual(before)
  await restored.close()
})

test('a backup restores no sign-ins, and only its owner can read it', async () => {
  const manifest = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8'))
  const tables: string[] = manifest.tables.map((table: { name: string }) => table.name)
  expect(tables).not.toContain('access_tokens')
  expect(tables).not.toContain('identity."session"')
  expect((await stat(backup)).mode & 0o777).toBe(0o700)
  for (const file of Object.keys(manifest.files))
    expect((await stat(path.join(backup, file))).mode & 0o077, file).toBe(0)
})

test('a store that is not empty is replaced only with --replace, and then completely', async () => {
  const location = await newLocation()
  await location.pool.query(`insert into contact_messages (name, email, message) values ('a', 'b', 'c')`)
  await expect(restore(location, backup)).rejects.toThrow('add --replace')
  expect(await count(location.pool, 'orders')).toBe(0)
  await restore(location, backup, { replace: true })
  expect(await count(location.pool, 'contact_messages')).toBe(0)
  expect(await count(location.pool, 'orders')).toBe(2)
})

test('a restore leaves a running store untouched', async () => {
  await expect(restore(locationOf(store), backup, { replace: true })).rejects.toThrow(
    'A store is running on this database',
  )
})

test('a damaged backup is refused and changes nothing', async () => {
  const location = await newLocation()
  await restore(location, backup)
  const orders = 'tables/orders.copy.gz'
  const damages: [string, (folder: string, manifest: any) => unknown][] = [
    [
      `${orders} of this backup is damaged`,
      async (folder) => {
        const bytes = await readFile(path.join(folder, orders))
        bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1
        await writeFile(path.join(folder, orders), bytes)
      },
    ],
    [`${orders} of this backup is missing`, (folder) => rm(path.join(folder, orders))],
    [`does not list ${orders}`, (_, manifest) => delete manifest.files[orders]],
    // One row fewer than the manifest states, which is detected only after everything else was restored.
    ['Nothing was changed', (_, manifest) => (tableOf(manifest, 'simulator.events').rows += 1)],
    ['is damaged', (_, manifest) => (manifest.files['../../etc/passwd'] = '0'.repeat(64))],
    ['is damaged', (_, manifest) => manifest.tables.push(tableOf(manifest, 'orders'))],
    ['lists a table', (_, manifest) => (tableOf(manifest, 'orders').name = 'pg_catalog.pg_class')],
    ['lists a table', (_, manifest) => (tableOf(manifest, 'orders').name = 'access_tokens')],
    ...[`id) from program 'id' --`, 'id, id', 'Id', 'no_such', 'constructor'].map(
      (column): [string, (folder: string, manifest: any) => unknown] => [
        'its columns of orders are not those of the table',
        (_, manifest) => (tableOf(manifest, 'orders').columns[0] = column),
      ],
    ),
    [
      'its columns of orders are not those of the table',
      (_, manifest) => tableOf(manifest, 'orders').columns.push('id'),
    ],
  ]
  for (const [words, damage] of damages)
    await expect(restore(location, await changedBackup(damage), { replace: true })).rejects.toThrow(words)
  await expect(restore(location, path.join(dir, 'nothing-there'), { replace: true })).rejects.toThrow(
    'is not a backup',
  )
  expect(await count(location.pool, 'orders')).toBe(2)
  await location.pool.query(`insert into audit_entries (action, subject) values ('still_counts', 'order:x')`)
})

test('a backup of a newer store is refused', async () => {
  const location = await newLocation()
  const newer = await changedBackup((_, manifest) => manifest.migrations.push('999_later'))
  await expect(restore(location, newer)).rejects.toThrow('made by a newer version')
})

test('a backup of the version before 1.0.0 is migrated in a new database, and refused where newer tables exist', async () => {
  const location = await newLocation()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await location.pool.query(`create database ${name}`)
  const bare = { ...location, databaseUrl: databaseNamed(inject('databaseUrl'), name) }
  const pool = new pg.Pool({ connectionString: bare.databaseUrl })
  await migrate(pool, BASELINE.length)
  const older = await changedBackup(async (folder, manifest) => {
    manifest.migrations = ['001_store', '062_letters_of_part_numbers']
    await takeBackTo(pool, folder, manifest)
  })
  await expect(restore(location, older, { replace: true })).rejects.toThrow('made by an older version')
  await restore(bare, older)
  expect(
    (await verifyStore(readConfig({}), bare.databaseUrl)).filter((rule) => rule.breaches.length > 0),
  ).toEqual([])
  expect((await pool.query('select id from orders where id = $1', [orderId])).rowCount).toBe(1)
  await pool.end()
})

test('a backup of a version before that is refused, and the message says which version reads it', async () => {
  const location = await newLocation()
  const older = await changedBackup((_, manifest) => {
    manifest.migrations = ['001_store', '044_order_numbers']
  })
  await expect(restore(location, older)).rejects.toThrow('Restore it with the last version before 1.0.0')
})

test('a store of an older version that is not empty stays at its version when a restore is refused', async () => {
  const location = await newLocation()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await location.pool.query(`create database ${name}`)
  const older = { ...location, databaseUrl: databaseNamed(inject('databaseUrl'), name) }
  const pool = new pg.Pool({ connectionString: older.databaseUrl })
  await migrate(pool, BASELINE.length)
  await pool.query(`insert into contact_messages (name, email, message) values ('a', 'b', 'c')`)
  await expect(restore(older, backup)).rejects.toThrow('Nothing was changed')
  expect(await count(pool, 'store_migrations')).toBe(BASELINE.length)
  await pool.end()
})

/**
 * Removes the tables, columns and emails that the older database does not have, as in its own backup, and
 * adds the columns that only it has.
 */
async function takeBackTo(pool: pg.Pool, folder: string, manifest: any): Promise<void> {
  const present = []
  for (const table of manifest.tables) {
    const own = await listColumns(pool, table.name)
    if (own.length === 0) continue
    const file = path.join(folder, table.file)
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n')
    const known = lines.filter((line) => table.name !== 'order_mails' || !line.includes('\tstore_'))
    const bytes = gzipSync(known.map((line) => ofColumns(line, table.columns, own)).join('\n'))
    await writeFile(file, bytes)
    manifest.files[table.file] = createHash('sha256').update(bytes).digest('hex')
    present.push({ ...table, columns: own, rows: table.rows - (lines.length - known.length) })
  }
  manifest.tables = present
}
/** A line of COPY with these columns, those of the older table; `\N` is null. */
const ofColumns = (line: string, columns: string[], older: string[]) => {
  const fields = line.split('\t')
  return line === '' ? line : older.map((column) => fields[columns.indexOf(column)] ?? '\\N').join('\t')
}

test('a changed AUTH_SECRET is reported', async () => {
  const output = await restore({ ...(await newLocation()), authSecret: 'x'.repeat(40) }, backup)
  expect(output.join(' ')).toContain('AUTH_SECRET differs')
})

test('a backup that cannot be finished leaves nothing behind, and an existing one is never overwritten', async () => {
  await expect(backUp(locationOf(store), backup)).rejects.toThrow('already exists; choose a new folder')
  const target = path.join(dir, 'never')
  await expect(
    backUp({ ...locationOf(store), databaseUrl: 'postgres://127.0.0.1:9/none' }, target),
  ).rejects.toThrow()
  expect((await readdir(dir)).filter((name) => name.startsWith('never'))).toEqual([])
})

test('of two concurrent backups into one folder, one is complete and the other is refused', async () => {
  const target = path.join(dir, 'together')
  const both = await Promise.allSettled([
    backUp(locationOf(store), target),
    backUp(locationOf(store), target),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ name: 'CommandRefusedError' })
  await checkFiles(target, await readManifest(target))
  expect((await readdir(dir)).filter((name) => name.startsWith('together'))).toEqual(['together'])
})
