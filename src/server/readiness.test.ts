import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../../tests/support/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { openSecondStore, type TestStore } from '../../tests/support/test-store.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let store: TestStore
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  store = await openSecondStore({ databaseUrl: proxy.url, db: database.db })
})
afterAll(async () => {
  await store.close()
  await proxy.close()
  await database.drop()
})

async function readiness(): Promise<{ status: number; code: string; checks: object; text: string }> {
  const response = await fetch(`${store.url}/readyz`)
  const text = await response.text()
  const body = JSON.parse(text) as { code?: string; status: string; checks: object }
  return { status: response.status, code: body.code ?? body.status, checks: body.checks, text }
}

const fine = { process: 'ok', database: 'ok', migrations: 'ok', listener: 'ok' }

test('A ready store returns its state and a word for each check, and nothing else', async () => {
  await expect.poll(async () => (await readiness()).checks).toEqual(fine)
  expect(JSON.parse((await readiness()).text)).toEqual({ status: 'ready', checks: fine })
})

test('A schema of an older version is stated as the reason', async () => {
  await sql`alter table store_migrations rename to renamed_migrations`.execute(database.db)
  expect(await readiness()).toMatchObject({
    status: 503,
    code: 'database_not_migrated',
    checks: { ...fine, migrations: 'missing' },
  })
  await sql`alter table renamed_migrations rename to store_migrations`.execute(database.db)
  expect((await readiness()).status).toBe(200)
})

test('A read-only or unreachable database is stated as the reason, without its address', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(database.db)
  proxy.cut()
  await expect.poll(readiness).toMatchObject({
    status: 503,
    code: 'database_unavailable',
    checks: { database: 'read_only', migrations: 'unchecked' },
  })
  await sql.raw(`set default_transaction_read_only = off`).execute(database.db)
  await sql`begin; set transaction read write; alter database ${sql.id(name)} reset default_transaction_read_only; commit`.execute(
    database.db,
  )
  proxy.cut({ refuse: true })
  const unreachable = await readiness()
  expect(unreachable).toMatchObject({
    status: 503,
    code: 'database_unavailable',
    checks: { database: 'unreachable' },
  })
  await expect.poll(async () => (await readiness()).checks).toMatchObject({ listener: 'lost' })
  for (const internal of [new URL(proxy.url).port, name, 'ECONN', 'postgres'])
    expect(unreachable.text).not.toContain(internal)
  proxy.switchTo(database.url)
  await expect.poll(async () => (await readiness()).checks).toEqual(fine)
})

test('A draining store responds at once, without querying the database', async () => {
  proxy.freeze()
  store.beginDraining()
  const checks = { process: 'draining', database: 'unchecked', migrations: 'unchecked' }
  expect(await readiness()).toMatchObject({ status: 503, code: 'draining', checks })
  proxy.thaw()
})
